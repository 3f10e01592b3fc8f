import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * A package that few documents need: it comes with the first of them, so that no process pays for it at its start. It must
 * come at once, as the readers of documents do not wait. A package may only say under which name it may be imported, so that
 * is asked for.
 */
export function loadedLater<T>(name: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= createRequire(import.meta.url)(fileURLToPath(import.meta.resolve(name))) as T;
    return loaded;
  };
}
