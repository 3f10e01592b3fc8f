/** A value that only its own maker can make, so that no bare string or array is taken for one. */
export type Branded<T, Name extends string> = T & { readonly __brand: Name };
