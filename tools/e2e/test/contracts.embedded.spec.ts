import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DESCRIPTOR_SET } from '@mayfly/contracts/descriptors';
import { ERRORS } from '@mayfly/errors';
import { auditSuite, CONTRACTS, type ServiceName, SERVICES } from '@mayfly/mayfly/suite';
import { fieldNames, nonsenseFor } from '../src/nonsense.ts';
import { rawCall } from '../src/raw-call.ts';
import { type RunningSuite, runEmbedded } from '../src/running-suite.ts';

const registry = createFileRegistry(
  fromBinary(FileDescriptorSetSchema, Buffer.from(DESCRIPTOR_SET, 'base64')),
);
const CONSUMERS: readonly ServiceName[] = ['document-store', 'scheduler', 'site-scoring'];
const DEAD_LETTERS = 'mayfly.deadletters.v1.DeadLetterService';

/** Every RPC that some service of the suite serves; one that is new in a contract is here without being named. */
const METHODS = [
  ...SERVICES.map((service) => ({ service, contract: CONTRACTS[service].fullName })),
  ...CONSUMERS.map((service) => ({ service, contract: DEAD_LETTERS })),
].flatMap(({ service, contract }) =>
  registry
    .getService(contract)!
    .methods.map((method) => ({ service, method, name: `${service} ${method.name}` })),
);

let suite: RunningSuite;
beforeAll(async () => {
  suite = await runEmbedded({});
});
afterAll(async () => {
  await suite[Symbol.asyncDispose]();
});

describe('nonsense', () => {
  it.each(METHODS)(
    'to $name is answered with a code and the name of a field',
    async ({ service, method }) => {
      const { [service]: address } = await suite.addresses();
      const names = fieldNames(method.input);
      const wrong: string[] = [];
      for (const { what, bytes } of nonsenseFor(method)) {
        const { status, code, message } = await rawCall(address, method, bytes, 3_000);
        if (status === 0) continue;
        const isKnown = code !== undefined && code in ERRORS && code !== 'INTERNAL';
        const isNamed =
          code !== 'REQUEST_INVALID' || [...names].some((name) => message.includes(name));
        // A call that waits for something that never comes ends with its time.
        const isLate = status === 4;
        if (!isLate && !(isKnown && isNamed))
          wrong.push(`${what} → ${status} ${code}: ${message.slice(0, 200)}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('has not brought the suite down, nor its books out of balance', async () => {
    expect(await auditSuite(await suite.addresses())).toMatchObject({ balances: true });
  });
});
