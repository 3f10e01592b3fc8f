import { once } from 'node:events';
import { countOption, exitCodeOf, readArguments } from '@mayfly/command-line';
import { BEHAVIOURS, openBadWeb } from './index.ts';

const HELP = `node tools/bad-web/src/main.ts [--port N] [--list]

A web server that behaves badly, one way at each path; prints its port and serves until it is told to stop.

  --port N   default 0: any that is free
  --list     prints each path, what it does and how an attempt must end, and serves nothing
  --help     this text
`;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const { values } = readArguments({
    options: {
      port: { type: 'string', default: '0' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(HELP);
  else if (values.list) {
    for (const { name, does, expected } of BEHAVIOURS) {
      process.stdout.write(`/${name.padEnd(26)} ${expected.join(' or ').padEnd(22)} ${does}\n`);
    }
  } else {
    await using web = await openBadWeb(BEHAVIOURS, countOption('port', values.port, 0));
    process.stdout.write(`${JSON.stringify({ port: web.port })}\n`);
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  }
  return 0;
}
