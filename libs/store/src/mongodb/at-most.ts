/** Runs the work for every item, so many at a time. */
export async function atMost<Item>(
  many: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(many, items.length) }, worker));
}
