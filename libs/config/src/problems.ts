import { CrawlError } from '@mayfly/errors';
import { nearestName } from './nearest-name.ts';

const LONGEST_VALUE_SHOWN = 120;

/** Everything that is wrong with the settings of one process, to be told at once. */
export class Problems {
  readonly #lines: string[] = [];

  /** What each error of ours lists, so that several become one. */
  static readonly #told = new WeakMap<CrawlError, readonly string[]>();

  /** Takes over what another reader has thrown. */
  addAllOf(error: CrawlError): void {
    this.#lines.push(...(Problems.#told.get(error) ?? [error.message]));
  }

  /** Whether something is wrong with this one already. */
  has(name: string): boolean {
    return this.#lines.some((line) => line.startsWith(`${name}: `));
  }

  add(name: string, what: string): void {
    this.#lines.push(`${name}: ${what}`);
  }

  /** A name that nobody reads. Its value may be a secret under a misspelt name, so it is not shown. */
  addUnknown(name: string, known: Iterable<string>): void {
    this.add(name, `unknown setting${hint(name, known)}`);
  }

  /** Throws one error with every problem on a line of its own, or nothing. */
  throwIfAny(): void {
    const count = this.#lines.length;
    if (count === 0) return;
    const title = count === 1 ? '1 problem' : `${count} problems`;
    const error = new CrawlError(
      'CONFIG_INVALID',
      [`${title} with the settings:`, ...this.#lines.map((line) => `  ${line}`)].join('\n'),
    );
    Problems.#told.set(error, this.#lines);
    throw error;
  }
}

function hint(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `; did you mean ${nearest}?`;
  return /_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP).*)?$/.test(name)
    ? '; Kubernetes sets such names unless the pod says enableServiceLinks: false'
    : '';
}

/** A value as it may stand in a message: on one line, not endless, and without a password. */
export function shownValue(text: string): string {
  const safe = withoutPassword(text);
  return JSON.stringify(
    safe.length > LONGEST_VALUE_SHOWN ? `${safe.slice(0, LONGEST_VALUE_SHOWN)}…` : safe,
  );
}

/** A connection string may hold a password though nobody called it a secret. */
export function withoutPassword(text: string): string {
  return text.replaceAll(/(:\/\/[^\s:/@]*):\S*@/g, '$1:[secret]@');
}
