/** What the frontier under test can do: what is off is neither asked for nor expected. Turn on what is built. */
export const CAPABILITIES = {
  /** Group keys and orders for whole groups. */
  groups: true,
  /** What submissions have in common, said once a request. */
  defaults: true,
  /** BlockHost. */
  blocks: true,
  /** GetLedger of one host. */
  hostLedger: true,
  /** A host that fails again and again is left alone for longer than its back-off says. */
  breaker: true,
  /** A success halves the failures of a host; without, it clears them. */
  decay: true,
  /** Submissions refused by a quota of their host or site. */
  quotas: true,
};

/** How many random runs: MAYFLY_MODEL_RUNS where it is set. */
export const modelRuns = (usual: number): number => countOf('MAYFLY_MODEL_RUNS', usual);

/** How often a failure is tried to be made smaller, a second or two each: MAYFLY_MODEL_SHRINKS where it is set. */
export const modelShrinks = (): number => countOf('MAYFLY_MODEL_SHRINKS', 100);

function countOf(name: string, usual: number): number {
  const given = process.env[name];
  if (given === undefined || given === '') return usual;
  if (!/^\d{1,6}$/.test(given)) throw new Error(`${name} is no number: ${given}`);
  return Number(given);
}
