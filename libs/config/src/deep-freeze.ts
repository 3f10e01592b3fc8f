/** Freezes a record with the plain records and lists in it; what has a class of its own looks after itself. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
  return value;
}
