import { resultLine } from '../walk/result-line.ts';
import { pagesOf } from './pages.ts';
import { WAYS } from './ways.ts';

const [way, megabytes, file] = process.argv.slice(2);
/** Before it counts: code is compiled then. */
const WARM_UP = 0.4;

const pages = pagesOf(file === '' ? undefined : file);
const read = WAYS[way!]!;
readSome(Number(megabytes) * WARM_UP);
const before = process.cpuUsage();
const done = readSome(Number(megabytes));
const { user, system } = process.cpuUsage(before);
process.stdout.write(resultLine({ pages: done, errors: 0, cpuSeconds: (user + system) / 1e6 }));

/** Reads pages in turns until there were so many megabytes; answers with the kilobytes. */
function readSome(wanted: number): number {
  let bytes = 0;
  let came = 0;
  for (let at = 0; bytes < wanted * 1e6; at = (at + 1) % pages.length) {
    came += read(pages[at]!);
    bytes += pages[at]!.bytes.length;
  }
  return came === 0 ? 0 : Math.round(bytes / 1_000);
}
