/** A record whose undefined fields are gone, as rows want it. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined: an optional column is absent, it does not hold nothing. */
export function defined<T extends object>(record: T): Defined<T> {
  const left: Record<string, unknown> = {};
  for (const name in record) {
    if (record[name] !== undefined) left[name] = record[name];
  }
  return left as Defined<T>;
}
