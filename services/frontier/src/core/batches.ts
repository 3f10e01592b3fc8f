/** Cuts what a request brings into what each bucket gets, in pieces that fit a turn; `at` is its place in the request. */
export function batchesOf<T extends { readonly bucket: number }>(
  items: readonly (T | undefined)[],
  most: number,
): { readonly bucket: number; readonly items: { readonly at: number; readonly item: T }[] }[] {
  const open = new Map<number, { at: number; item: T }[]>();
  const batches: { bucket: number; items: { at: number; item: T }[] }[] = [];
  items.forEach((item, at) => {
    if (item === undefined) return;
    let batch = open.get(item.bucket);
    if (batch === undefined || batch.length >= most) {
      batch = [];
      open.set(item.bucket, batch);
      batches.push({ bucket: item.bucket, items: batch });
    }
    batch.push({ at, item });
  });
  return batches;
}
