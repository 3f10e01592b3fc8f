import { describe, expect, it } from '@jest/globals';
import { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import { roleOf } from './roles.ts';

const { methods } = ToyServiceDefinition;

describe('roleOf', () => {
  it('reads the role of each method from the contract', () => {
    expect(
      [methods.getCounter, methods.putCounter, methods.echo, methods.fail].map((method) =>
        roleOf(ToyServiceDefinition, method),
      ),
    ).toEqual(['read', 'submit', 'operate', 'admin']);
  });

  it.each([{}, { _unknownFields: { 400808: [new Uint8Array([0])] } }])(
    'refuses a method whose contract names none: %j',
    (options) => {
      expect(() => roleOf(ToyServiceDefinition, { ...methods.getCounter, options })).toThrow(
        'mayfly.testing.v1.ToyService/GetCounter: the contract names no role',
      );
    },
  );
});
