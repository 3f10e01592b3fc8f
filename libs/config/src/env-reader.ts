import { deepFreeze } from './deep-freeze.ts';
import { findSecret } from './find-secret.ts';
import { type Address, addressKind } from './kinds/address-kind.ts';
import type { Kind } from './kinds/kind.ts';
import { type Bounds, intKind, numberKind } from './kinds/number-kinds.ts';
import { durationKind, sizeKind } from './kinds/unit-kinds.ts';
import { booleanKind, choiceKind, listKind, type TextForm, textKind } from './kinds/word-kinds.ts';
import { Problems, shownValue, withoutPassword } from './problems.ts';
import { type Environment, type Recording, recordingOf } from './recording.ts';
import { Secret } from './secret.ts';

/** What every setting says of itself. Without `fallback` it is required; `fallback: undefined` makes it optional. */
export interface SettingOptions<F> {
  /** One sentence for the person who sets it. */
  readonly means: string;
  readonly fallback?: F;
}

/**
 * Reads the settings of one process from its environment. Nothing is thrown before `done`, so that
 * one message holds every problem; a value that is malformed is a problem and never the default.
 */
export class EnvReader {
  readonly #env: Environment;
  readonly #prefix: string | undefined;
  readonly #known = new Set<string>();
  readonly #problems = new Problems();
  readonly #recording: Recording;

  /** Names that begin with the prefix belong to this process: those that nobody reads are refused. Without one, none are. */
  constructor(env: Environment, prefix?: string) {
    this.#env = env;
    this.#prefix = prefix;
    this.#recording = recordingOf(env);
  }

  text<F extends string | undefined = never>(
    name: string,
    options: SettingOptions<F> & TextForm,
  ): string | F {
    return this.#read(name, textKind(options), options);
  }

  int<F extends number | undefined = never>(
    name: string,
    options: SettingOptions<F> & Bounds,
  ): number | F {
    return this.#read(name, intKind(options), options);
  }

  number<F extends number | undefined = never>(
    name: string,
    options: SettingOptions<F> & Bounds,
  ): number | F {
    return this.#read(name, numberKind(options), options);
  }

  boolean<F extends boolean | undefined = never>(
    name: string,
    options: SettingOptions<F>,
  ): boolean | F {
    return this.#read(name, booleanKind(), options);
  }

  /** Milliseconds, written as `250ms`, `30s`, `5m`, `2h` or `1d`; a name that ends in `_MS` also takes a bare number. */
  duration<F extends number | undefined = never>(
    name: string,
    options: SettingOptions<F> & Bounds,
  ): number | F {
    return this.#read(name, durationKind({ ...options, bare: name.endsWith('_MS') }), options);
  }

  /** Bytes, written as `64KB`, `10MB`, `1MiB` …; a name that ends in `_BYTES` also takes a bare number. */
  size<F extends number | undefined = never>(
    name: string,
    options: SettingOptions<F> & Bounds,
  ): number | F {
    return this.#read(name, sizeKind({ ...options, bare: name.endsWith('_BYTES') }), options);
  }

  /** Texts with commas between; a form holds for each of them. */
  list<F extends readonly string[] | undefined = never>(
    name: string,
    options: SettingOptions<F> & TextForm,
  ): readonly string[] | F {
    return this.#read(name, listKind(options), options);
  }

  choice<const C extends string, F extends NoInfer<C> | undefined = never>(
    name: string,
    options: SettingOptions<F> & { readonly of: readonly [C, ...C[]] },
  ): C | F {
    return this.#read(name, choiceKind(options.of), options);
  }

  /** `host:port`; with `listen` the port may be 0. */
  address<F extends Address | undefined = never>(
    name: string,
    options: SettingOptions<F> & { readonly listen?: boolean },
  ): Address | F {
    return this.#read(name, addressKind(options), options);
  }

  /** A value that is never printed, from the variable itself or from the file that `NAME_FILE` names. */
  secret<F extends undefined = never>(name: string, options: SettingOptions<F>): Secret | F {
    this.#claim(name);
    this.#claim(`${name}_FILE`);
    const found = findSecret(this.#env, name);
    const required = !('fallback' in options);
    this.#recording.settings.push({
      name,
      type: 'secret',
      required,
      default: undefined,
      range: `a secret, or in ${name}_FILE the file that holds it`,
      means: options.means,
      secret: true,
      value: undefined,
      from: found.from,
    });
    if ('secret' in found && found.secret !== undefined) return found.secret;
    if ('wrong' in found) this.#problems.add(found.name, found.wrong);
    else if (!required) return options.fallback;
    else this.#problems.add(name, `missing; set it, or ${name}_FILE. ${options.means}`);
    return new Secret('');
  }

  /** A name that is no setting any more: known for one release, without effect, reported when it is set. */
  retired(name: string, why: string): void {
    this.#claim(name);
    if (this.#env[name] !== undefined) this.#recording.retired.push({ name, why });
  }

  /**
   * Adds a problem that only the loader can see, such as two settings that do not go together. What could not be read
   * has a stand-in for its value, about which there is nothing to say.
   */
  refuse(name: string, why: string): void {
    if (!this.#problems.has(name)) this.#problems.add(name, why);
  }

  /** The frozen record; or one CONFIG_INVALID with every problem, unknown names included. */
  done<T extends object>(record: T): Readonly<T> {
    for (const name of Object.keys(this.#env).sort()) {
      const ours = this.#prefix !== undefined && name.startsWith(this.#prefix);
      if (ours && !this.#known.has(name)) this.#problems.addUnknown(name, this.#known);
    }
    this.#problems.throwIfAny();
    return deepFreeze(record);
  }

  #read<T, F extends T | undefined>(
    name: string,
    kind: Kind<T>,
    options: SettingOptions<F>,
  ): T | F {
    this.#claim(name);
    const { type, range } = kind;
    const { means, fallback } = options;
    const required = !('fallback' in options);
    const text = this.#env[name];
    const byDefault = fallback === undefined ? undefined : shownDefault(name, kind, fallback);
    const now =
      text === undefined
        ? ({ value: byDefault, from: 'default' } as const)
        : ({ value: withoutPassword(text), from: 'environment' } as const);
    this.#recording.settings.push({
      name,
      type,
      required,
      default: byDefault,
      range,
      means,
      secret: false,
      ...now,
    });
    if (text === undefined) {
      if (!required) return fallback as F;
      this.#problems.add(name, `missing; allowed: ${range}. ${means}`);
      return kind.neutral;
    }
    const parsed =
      text.trim() === '' && type !== 'list'
        ? { wrong: 'empty; leave it out instead' }
        : kind.parse(text);
    if ('value' in parsed) return parsed.value;
    this.#problems.add(name, `${parsed.wrong}: ${shownValue(text)}; allowed: ${range}`);
    return kind.neutral;
  }

  /** Two readers of one name would document it twice and might disagree about it. */
  #claim(name: string): void {
    if (this.#known.has(name)) throw new Error(`setting ${name} is read twice`);
    this.#known.add(name);
  }
}

/** A default must be something that could have been written, or the documentation would lie. */
function shownDefault<T>(name: string, kind: Kind<T>, fallback: T): string {
  const shown = kind.show(fallback);
  const parsed = kind.parse(shown);
  if ('value' in parsed) return shown;
  throw new Error(`default of ${name} is not allowed: ${shown}: ${parsed.wrong}`);
}
