/** A part of the tests that can be asked for by name. */
export interface Part {
  readonly name: string;
  readonly means: string;
  /** Its project in jest.config.mjs; the static gate has none. */
  readonly project?: string;
  /** Runs after the others, a file at a time: it judges limits of time, which a machine full of tests does not keep. */
  readonly alone?: true;
}

export const PARTS: readonly Part[] = [
  { name: 'verify', means: 'the static gate: format, lint, types, contracts, pages' },
  { name: 'unit', means: 'rules and libraries, without a server', project: 'unit' },
  {
    name: 'engines',
    means: 'both ports on both engines: LMDB, MongoDB and Kafka',
    project: 'engines',
  },
  {
    name: 'services',
    means: 'whole services through a real client, on either pair of engines',
    project: 'services',
  },
  {
    name: 'walk',
    means: 'all six services over a small web, embedded and as processes on MongoDB and Kafka',
    project: 'walk',
  },
  {
    name: 'contracts',
    means: 'nonsense to every RPC of every contract',
    project: 'contracts',
  },
  {
    ...{ name: 'soaks', project: 'soaks', alone: true },
    means: 'two rounds of each soak, one after another once the rest is done',
  },
];
