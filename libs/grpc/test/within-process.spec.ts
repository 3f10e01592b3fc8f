import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { callWithinProcess, type ServerCall } from '@mayfly/grpc';
import { collectLog, collectTelemetry } from '@mayfly/telemetry/testing';
import { eventually } from '@mayfly/testing';
import { openToy, openToyClient } from './support/toy.ts';

const telemetry = collectTelemetry();
collectLog();
afterAll(() => telemetry.stop());
let end: () => void;
beforeEach(() => {
  end = callWithinProcess();
});
afterEach(() => end());

/** Where a server was called from: over a connection that is an address. */
function callers() {
  const from: string[] = [];
  const getCounter = async (_: unknown, call: ServerCall) => {
    from.push(call.caller.address);
    return { value: 7, remaining: undefined };
  };
  return { from, getCounter };
}
const HERE = 'this process';
const elsewhere = expect.stringMatching(/^127\.0\.0\.1:\d+$/) as unknown;

/** Ends when nobody waits any more, and keeps why that was. */
function waiting() {
  const reasons: unknown[] = [];
  const begun = Promise.withResolvers<void>();
  const getCounter = (_: unknown, { signal }: ServerCall) =>
    new Promise<never>((_resolve, reject) => {
      begun.resolve();
      signal.addEventListener('abort', () => {
        reasons.push((signal.reason as CrawlError).code);
        reject(signal.reason as Error);
      });
    });
  return { reasons, begun: begun.promise, getCounter };
}

describe('a call within the process', () => {
  it('takes no connection while that is asked for', async () => {
    const { from, getCounter } = callers();
    await using server = await openToy({ getCounter });
    await using client = await openToyClient(server);
    expect(await client.getCounter({ name: 'x' })).toMatchObject({ value: 7 });
    end();
    await client.getCounter({ name: 'x' });
    expect(from).toEqual([HERE, elsewhere]);
  });

  it('leaves streams to connections', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const numbers = [1, 2, 3].map((number) => ({ number }));
    expect(await client.sumNumbers(numbers)).toEqual({ sum: 6, count: 3 });
  });

  it('has time that passes, and ends at both ends when it is up', async () => {
    const { reasons, getCounter } = waiting();
    await using server = await openToy({ getCounter });
    await using client = await openToyClient(server);
    await eventually(
      async () => {
        // Time may be up before the handler has even begun.
        const late = client.getCounter({ name: 'x' }, { deadlineMs: 200 });
        await expect(late).rejects.toMatchObject({ code: 'DEADLINE_PASSED' });
        return reasons.length > 0;
      },
      { what: 'the handler is told', withinMs: 60_000 },
    );
    expect(new Set(reasons)).toEqual(new Set(['DEADLINE_PASSED']));
    expect(server.activeCalls).toBe(0);
  });

  it('ends at both ends when its caller cancels it', async () => {
    const { reasons, begun, getCounter } = waiting();
    await using server = await openToy({ getCounter });
    await using client = await openToyClient(server);
    const stop = new AbortController();
    const cut = client.getCounter({ name: 'x' }, { signal: stop.signal });
    cut.catch(() => {});
    await begun;
    stop.abort();
    await expect(cut).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    expect(reasons).toEqual(['CALL_CANCELLED']);
  });

  it('fails by the code of the catalogue, and hides what is a bug', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    const failing = (code: string) => client.fail({ ending: { $case: 'code', value: code } });
    await expect(failing('ROLE_MISSING')).rejects.toMatchObject({ code: 'ROLE_MISSING' });
    const bug = client.fail({ ending: { $case: 'bug', value: 'secret' } });
    await expect(bug).rejects.toMatchObject({ code: 'INTERNAL' });
    await expect(bug).rejects.not.toThrow('secret');
  });

  it('is let in by the same rules', async () => {
    const authorise = () => {
      throw new CrawlError('ROLE_MISSING', 'not you');
    };
    await using server = await openToy({}, { authorise });
    await using client = await openToyClient(server);
    const call = client.getCounter({ name: 'x' });
    await expect(call).rejects.toMatchObject({ code: 'ROLE_MISSING' });
  });

  it('goes over a connection when it is to be tried again', async () => {
    const from: string[] = [];
    const getCounter = async (_: unknown, { caller }: ServerCall) => {
      from.push(caller.address);
      if (from.length < 3) throw new CrawlError('STORE_AWAY', 'away');
      return { value: 7, remaining: undefined };
    };
    await using server = await openToy({ getCounter });
    await using client = await openToyClient(server);
    expect(await client.getCounter({ name: 'x' })).toMatchObject({ value: 7 });
    expect(from).toEqual([HERE, elsewhere, elsewhere]);
  });

  it('is not tried again where the contract does not allow it', async () => {
    let calls = 0;
    const addToCounter = async () => {
      calls += 1;
      throw new CrawlError('STORE_AWAY', 'away');
    };
    await using server = await openToy({ addToCounter });
    await using client = await openToyClient(server);
    const adding = client.addToCounter({ name: 'x', amount: 1 });
    await expect(adding).rejects.toMatchObject({ code: 'STORE_AWAY' });
    expect(calls).toBe(1);
  });

  it('has messages no larger than over a connection', async () => {
    const name = 'x'.repeat(2_000);
    await using server = await openToy({}, { limits: { receiveBytes: 1_000 } });
    await using client = await openToyClient(server);
    const large = client.getCounter({ name });
    await expect(large).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' });
    const putCounter = async () => ({ instance: name });
    await using wordy = await openToy({ putCounter });
    await using small = await openToyClient(wordy, { maxMessageBytes: 1_000 });
    const answer = small.putCounter({ name: 'x', value: 1 });
    await expect(answer).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' });
  });

  it('is waited for by a server that closes, and finds none after that', async () => {
    const { begun, getCounter } = waiting();
    await using server = await openToy({ getCounter });
    await using client = await openToyClient(server);
    const cut = client.getCounter({ name: 'x' });
    cut.catch(() => {});
    await begun;
    await server.close({ drainMs: 10 });
    await expect(cut).rejects.toMatchObject({ code: 'DEPENDENCY_AWAY' });
    const none = client.addToCounter({ name: 'x', amount: 1 });
    await expect(none).rejects.toMatchObject({ code: 'DEPENDENCY_AWAY' });
  });

  it('is one span at each end, in one trace', async () => {
    await using server = await openToy();
    await using client = await openToyClient(server);
    telemetry.reset();
    await client.getCounter({ name: 'x' });
    expect(telemetry.spans()).toHaveLength(2);
    expect(telemetry.edges()).toEqual(['mayfly.toy-client -> mayfly.toy']);
  });
});
