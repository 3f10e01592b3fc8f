import { describe, expect, it } from '@jest/globals';
import { type Check, CHECKS } from './checks.ts';
import { fix, verify } from './run-checks.ts';

const ended =
  (passed: boolean, output = '') =>
  async () => ({ passed, output });
const byMachine: Check = {
  name: 'machine',
  means: 'm',
  check: ended(true),
  fix: ended(true, '3 files written\n'),
};
const byHand: Check = { name: 'hand', means: 'h', check: ended(false, 'a: b'), byHand: 'think' };

async function said(run: typeof verify, ...checks: Check[]) {
  const lines: string[] = [];
  const code = await run(checks, (line) => lines.push(line));
  return { code, text: lines.join('\n').replaceAll(/\d+\.\d s/g, 'T') };
}

describe('verify', () => {
  it('ends with 1 and says what to do when a check fails', async () => {
    expect(await said(verify, byHand)).toEqual({
      code: 1,
      text: 'FAIL hand          T\n     a: b\n     by hand: think\nverify: 1 of 1 check failed: hand',
    });
    const failing = { ...byMachine, check: ended(false) };
    expect((await said(verify, failing)).text).toContain('npm run fix -- machine');
  });

  it('prints what a check that passes says, such as that it had nothing to compare with', async () => {
    const check = ended(true, 'nothing to compare with\n');
    expect(await said(verify, { ...byMachine, check })).toEqual({
      code: 0,
      text: 'ok   machine       T\n     nothing to compare with\nverify: 1 check passed',
    });
  });
});

describe('fix', () => {
  it('never says that a check passed, only what was fixed', async () => {
    const { code, text } = await said(fix, byMachine, byHand);
    expect(code).toBe(0);
    expect(text).not.toContain('passed');
    expect(text).toContain('hand hand          think\nfix: ran machine\n');
  });

  it('says so when there is nothing that a machine can fix', async () => {
    expect((await said(fix, byHand)).text).toContain('fix: nothing here is for a machine');
  });

  it('ends with 1 when a fix fails', async () => {
    const { code, text } = await said(fix, { ...byMachine, fix: ended(false, 'no') });
    expect([code, text]).toEqual([1, expect.stringContaining('fix: failed: machine')]);
  });
});

describe('CHECKS', () => {
  it('has for each check a fix, or a word on how to put it right by hand', () => {
    expect(CHECKS.filter((check) => check.fix === undefined && !check.byHand)).toEqual([]);
  });
});
