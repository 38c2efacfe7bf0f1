import type { Batches } from '../ledger/batches';

const BATCHES = 200;

/**
 * Cancels what is not in a hand, a portion at a time. Answers whether there is more to cancel, all that is left is in hands,
 * or nothing is left.
 */
export async function cancelRest(
  batches: Batches,
  campaign: string,
  now: Date,
): Promise<'more' | 'in-hands' | 'none'> {
  const ids = await batches.toCancel(campaign, BATCHES);
  await batches.changeAll(ids, () => ({ type: 'cancelled', now }));
  if (ids.length > 0) return 'more';
  return (await batches.hasOpen(campaign)) ? 'in-hands' : 'none';
}
