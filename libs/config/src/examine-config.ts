import { CrawlError } from '@mayfly/errors';
import { type Environment, recorded } from './recording.ts';
import type { EffectiveSetting, RetiredSetting, Setting } from './setting.ts';

/** A service's `loadConfig`: environment in, frozen record out, CONFIG_INVALID with every problem otherwise. */
export type LoadConfig<T> = (env: Environment) => T;

/** What came of loading: the record with all there is to say about it, or the one message with every problem. */
export type ConfigOutcome<T> =
  | {
      readonly ok: true;
      readonly config: T;
      readonly settings: readonly EffectiveSetting[];
      /** Names that are set but have no effect any more: worth a warning. */
      readonly retired: readonly RetiredSetting[];
    }
  | { readonly ok: false; readonly message: string };

/** Runs a loader and tells all it learned. Problems are a value here; a bug in the loader is still thrown. */
export function examineConfig<T>(load: LoadConfig<T>, env: Environment): ConfigOutcome<T> {
  const { env: heard, recording } = recorded(env);
  try {
    return { ok: true, config: load(heard), ...recording };
  } catch (error) {
    if (!isConfigProblem(error)) throw error;
    return { ok: false, message: error.message };
  }
}

/** The settings that a loader reads, in its order, for the documentation. */
export function describeConfig(load: LoadConfig<unknown>): Setting[] {
  const { env, recording } = recorded({});
  try {
    load(env);
  } catch (error) {
    // An empty environment lacks what is required: the rows are complete all the same.
    if (!isConfigProblem(error)) throw error;
  }
  return recording.settings.map(({ value: _value, from: _from, ...setting }) => setting);
}

/** Whether a failure is for the person who set the settings, who needs the message and no stack. */
export function isConfigProblem(error: unknown): error is CrawlError {
  return error instanceof CrawlError && error.code === 'CONFIG_INVALID';
}
