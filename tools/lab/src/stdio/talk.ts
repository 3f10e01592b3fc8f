import type { PolicyName } from '@mayfly/echo';
import { Dialogue } from './dialogue.ts';

const LINE_END = 10;

/** Answers the lines of one stream on another, until the first ends. */
export async function talk(
  name: PolicyName,
  input: AsyncIterable<Buffer>,
  write: (text: string) => void,
): Promise<void> {
  const dialogue = new Dialogue(name);
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    let answers = '';
    let begin = 0;
    try {
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, begin)) {
        const line = Buffer.concat([...rest, chunk.subarray(begin, end)]).toString('utf8');
        rest = [];
        begin = end + 1;
        const answer = dialogue.hear(line);
        if (answer !== undefined) answers += `${answer}\n`;
      }
    } finally {
      // Also before a bad line ends it: what was asked before is answered.
      if (answers !== '') write(answers);
    }
    if (begin < chunk.length) rest.push(chunk.subarray(begin));
  }
  const answer = dialogue.hear(Buffer.concat(rest).toString('utf8'));
  if (answer !== undefined) write(`${answer}\n`);
}
