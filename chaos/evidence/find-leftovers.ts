import { type Db, ObjectId } from 'mongodb';
import type { StoredBatch } from './stored-batch';

/** What the dispatcher should have let go of at the end of a campaign, in words. */
export async function findLeftovers(
  dispatcher: Db,
  campaign: string,
  batches: readonly StoredBatch[],
): Promise<string[]> {
  const open = batches.filter(({ state }) => state !== 'DONE' && state !== 'CANCELLED');
  const dispatch = await dispatcher.collection('dispatches').findOne({ _id: new ObjectId(campaign) });
  const marker = await dispatcher.collection<{ _id: string }>('leases').findOne({ _id: 'drainMarker' });
  const planner = dispatch?.planner as { holder: string | null } | null | undefined;
  const pending = (dispatch?.pending ?? []) as unknown[];
  return [
    ...open.map(({ _id, state }) => `batch ${_id} is ${state}`),
    ...batches.filter(({ lease }) => lease !== null).map(({ _id }) => `batch ${_id} is leased`),
    ...(planner?.holder != null ? [`${planner.holder} still plans`] : []),
    ...(pending.length > 0 ? [`${pending.length} events of the dispatch are not announced`] : []),
    ...(marker ? ['a marker is on its way'] : []),
  ];
}
