import type { Check } from './checks.ts';
import type { Ended } from './command.ts';

/** Two cores, two checks at a time. */
const AT_ONCE = 2;

type Say = (line: string) => void;

/** Runs the checks, says how each ended, and gives the exit code. */
export async function verify(checks: readonly Check[], say: Say): Promise<number> {
  const waiting = [...checks];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (await runOne(check, check.check, say)) continue;
      failed.push(check.name);
      say(`     ${advice(check)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const all = checks.length === 1 ? '1 check' : `${checks.length} checks`;
  if (failed.length === 0) say(`verify: ${all} passed`);
  else say(`verify: ${failed.length} of ${all} failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

/**
 * Puts right what a machine can, and says of the rest how a person would. One at a time: two fixes may want the same
 * file. It checks nothing, and must not sound as if it had.
 */
export async function fix(checks: readonly Check[], say: Say): Promise<number> {
  const failed: string[] = [];
  const ran: string[] = [];
  for (const check of checks) {
    if (check.fix === undefined) continue;
    ran.push(check.name);
    if (!(await runOne(check, check.fix, say))) failed.push(check.name);
  }
  for (const check of checks.filter((each) => each.fix === undefined)) {
    say(`hand ${check.name.padEnd(14)}${check.byHand}`);
  }
  say(`fix: ${ran.length === 0 ? 'nothing here is for a machine' : `ran ${ran.join(', ')}`}`);
  if (failed.length > 0) say(`fix: failed: ${failed.join(', ')}`);
  else say('fix: npm run verify says whether all is well');
  return failed.length === 0 ? 0 : 1;
}

async function runOne(check: Check, run: () => Promise<Ended>, say: Say): Promise<boolean> {
  const startedMs = performance.now();
  const { passed, output } = await run();
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  say(`${passed ? 'ok  ' : 'FAIL'} ${check.name.padEnd(14)}${seconds} s`);
  // Of one that passed too: it may say that it had nothing to look at.
  if (output !== '') say(output.trimEnd().replaceAll(/^/gm, '     '));
  return passed;
}

function advice(check: Check): string {
  return check.fix === undefined
    ? `by hand: ${check.byHand}`
    : `npm run fix -- ${check.name}   may put it right`;
}
