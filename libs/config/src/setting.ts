/** What a setting holds, as its reader says. */
export type SettingType =
  | 'text'
  | 'int'
  | 'number'
  | 'boolean'
  | 'duration'
  | 'size'
  | 'list'
  | 'choice'
  | 'address'
  | 'secret';

/** One setting as a person needs to know it: a row of `docs/config.md`. */
export interface Setting {
  readonly name: string;
  readonly type: SettingType;
  /** Whether the process refuses to start without it. */
  readonly required: boolean;
  /** What holds when it is left out, written as in the environment; `undefined`: nothing. */
  readonly default: string | undefined;
  /** What may be written. */
  readonly range: string;
  readonly means: string;
  readonly secret: boolean;
}

/** A setting together with what it is now. A secret's value is never in it. */
export interface EffectiveSetting extends Setting {
  readonly value: string | undefined;
  readonly from: 'environment' | 'file' | 'default';
}

/** A name that was a setting once: still known, without effect. */
export interface RetiredSetting {
  readonly name: string;
  readonly why: string;
}
