import { isConfigProblem, type LoadConfig } from './examine-config.ts';
import { Problems } from './problems.ts';

/** Several loaders as one, which gives the record of the last; the problems of all stand in one message. */
export function loadTogether<T>(
  others: readonly LoadConfig<unknown>[],
  last: LoadConfig<T>,
): LoadConfig<T> {
  return (env) => {
    const problems = new Problems();
    const attempt = <R>(load: LoadConfig<R>): R | undefined => {
      try {
        return load(env);
      } catch (error) {
        if (!isConfigProblem(error)) throw error;
        problems.addAllOf(error);
        return undefined;
      }
    };
    const record = attempt(last);
    others.forEach(attempt);
    problems.throwIfAny();
    return record as T;
  };
}
