import type { DeliveryState } from '@carillon/contracts';
import { type Db, ObjectId } from 'mongodb';
import type { Entry } from './evidence';
import { type StoredBatch, type StoredRecipientPage, positionsIn } from './stored-batch';

/** Tells whose address a position of a batch is. */
export type AddressOf = (batch: Pick<StoredBatch, 'recipientPage' | 'offset'>, position: number) => string;

/** The pages of a campaign's audience, as they were frozen. */
export async function readRecipientPages(dispatcher: Db, campaign: string): Promise<AddressOf> {
  const found = await dispatcher
    .collection<StoredRecipientPage>('recipientPages')
    .find({ _id: { $gte: `${campaign}-`, $lt: `${campaign}.` } })
    .toArray();
  const recipients = new Map(found.map(({ _id, recipients: people }) => [_id, people]));
  return ({ recipientPage, offset }, position) =>
    recipients.get(recipientPage)?.[offset + position]?.a ?? `nobody at ${position}`;
}

export function readBatches(dispatcher: Db, campaign: string): Promise<StoredBatch[]> {
  return dispatcher
    .collection<StoredBatch>('batches')
    .find({ campaign: new ObjectId(campaign) })
    .toArray();
}

/** Every delivery of a campaign, counted anew from what is stored: each position that is nobody else's. */
export function entriesOf(batches: readonly StoredBatch[], addressOf: AddressOf): Entry[] {
  return batches.flatMap((batch) => {
    const stateOf = statesOf(batch);
    const { _id, channel, size } = batch;
    return Array.from({ length: size }, (_, position) => position).flatMap((position) => {
      const known = stateOf(position);
      return known ? [{ batch: _id, position, channel, address: addressOf(batch, position), ...known }] : [];
    });
  });
}

type Known = Pick<Entry, 'state' | 'reason'>;

function statesOf(batch: StoredBatch): (position: number) => Known | null {
  const duplicates = new Set(positionsIn(batch.duplicates));
  const todo = new Set(positionsIn(batch.todo));
  const inFlight = new Set(positionsIn(batch.lease?.positions ?? []));
  const exceptions = new Map(batch.exceptions.map((exception) => [exception.i, exception]));
  return (position) => {
    if (duplicates.has(position)) return null;
    const exception = exceptions.get(position);
    const reason = exception?.reason ?? null;
    if (!todo.has(position)) return exception ? { state: exception.state, reason } : batch.verdict;
    const open: DeliveryState = batch.cancelled && !inFlight.has(position) ? 'CANCELLED' : 'QUEUED';
    return { state: open, reason };
  };
}
