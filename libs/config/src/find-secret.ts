import { readFileSync } from 'node:fs';
import type { Environment } from './recording.ts';
import { Secret } from './secret.ts';

/** A secret, where it came from, or what is wrong with which name (never with which value). */
export type FoundSecret =
  | { readonly from: 'environment' | 'file' | 'default'; readonly secret: Secret | undefined }
  | {
      readonly from: 'environment' | 'file';
      readonly name: string;
      readonly wrong: string;
    };

/** Looks for `NAME` and `NAME_FILE`. The line end that editors put at the end of a file is no part of the secret. */
export function findSecret(env: Environment, name: string): FoundSecret {
  const fileName = `${name}_FILE`;
  const value = env[name];
  const path = env[fileName];
  if (value !== undefined && path !== undefined) {
    return { from: 'environment', name, wrong: `set twice: also by ${fileName}` };
  }
  if (value !== undefined) {
    return value.trim() === ''
      ? { from: 'environment', name, wrong: 'empty; leave it out instead' }
      : { from: 'environment', secret: new Secret(value) };
  }
  if (path === undefined) return { from: 'default', secret: undefined };
  try {
    const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return content.trim() === ''
      ? { from: 'file', name: fileName, wrong: `the file is empty: ${path}` }
      : { from: 'file', secret: new Secret(content) };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return { from: 'file', name: fileName, wrong: `cannot read ${path} (${reason})` };
  }
}
