import type { EffectiveSetting, RetiredSetting } from './setting.ts';

/** The environment as a loader takes it: names and texts. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a loader asked for while it ran. */
export interface Recording {
  readonly settings: EffectiveSetting[];
  readonly retired: RetiredSetting[];
}

// The recording travels with the environment, so that a loader stays a plain function of one argument.
const RECORDING = Symbol('recording');

/** The same environment, with somebody listening to what is read from it. */
export function recorded(env: Environment): { env: Environment; recording: Recording } {
  const recording: Recording = { settings: [], retired: [] };
  return { env: { ...env, [RECORDING]: recording }, recording };
}

/** The recording that travels with this environment; one that nobody looks at where there is none. */
export function recordingOf(env: Environment): Recording {
  return (env as { readonly [RECORDING]?: Recording })[RECORDING] ?? { settings: [], retired: [] };
}
