/**
 * Does the work for each item, in order, for up to `most` items at the same time. After a failure, no further item is
 * started; it rejects with the failure when the items in progress have ended.
 */
export async function severalAtOnce<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  let isFailing = false;
  const one = async (): Promise<void> => {
    for (const item of left) {
      if (isFailing) return;
      try {
        await work(item);
      } catch (error) {
        isFailing = true;
        throw error;
      }
    }
  };
  const rows = Array.from({ length: most }, one);
  await Promise.allSettled(rows);
  await Promise.all(rows);
}
