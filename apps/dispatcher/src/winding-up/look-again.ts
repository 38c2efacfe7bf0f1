import type { Collection, ObjectId } from 'mongodb';
import type { DispatchDocument } from '../dispatches/dispatch-document';

/**
 * To be called by whoever wrote to a ledger and then found that the campaign was stopped meanwhile: a process that was
 * halted in mid-page may come back at any time later. What it wrote is looked for, and ends as the rest did.
 */
export async function lookAgain(
  dispatches: Collection<DispatchDocument>,
  _id: ObjectId,
  now: Date,
): Promise<void> {
  await dispatches.updateOne(
    { _id, state: 'CANCELLED', ledger: 'KEPT' },
    { $set: { stop: { lookAt: now, again: false } } },
  );
  await dispatches.updateOne(
    { _id, state: 'CANCELLED', ledger: { $in: ['LEAVING', 'GONE'] } },
    { $set: { ledger: 'LEAVING', leaveAt: now } },
  );
}
