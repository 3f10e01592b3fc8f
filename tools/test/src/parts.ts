/** A part of the tests that can be asked for by name. */
export interface Part {
  readonly name: string;
  readonly means: string;
  /** Its project in jest.config.mjs; the static gate has none. */
  readonly project?: string;
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
];

/** The parts named, all when none is; a name that is no part is given back as a problem. */
export function chooseParts(names: readonly string[]): { parts: Part[]; unknown: string[] } {
  return {
    parts: PARTS.filter((part) => names.length === 0 || names.includes(part.name)),
    unknown: names.filter((name) => !PARTS.some((part) => part.name === name)),
  };
}
