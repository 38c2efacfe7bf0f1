import type { Batch, SenderShare } from './batch';

type Senders = Pick<Batch, 'sender' | 'senders'>;

/** The sender that sends, or sent, the message to a position. */
export function senderOf({ sender, senders }: Senders, position: number): string | null {
  return senders?.find(({ positions }) => positions.includes(position))?.sender ?? sender;
}

/** Gives positions to other senders. */
export function moved<B extends Batch>(batch: B, moves: ReadonlyMap<number, string>): B {
  const shares = new Map<string, number[]>();
  for (let position = 0; position < batch.size; position++) {
    const sender = moves.get(position) ?? senderOf(batch, position);
    if (sender === null) continue;
    const share = shares.get(sender) ?? [];
    shares.set(sender, share);
    share.push(position);
  }
  return {
    ...batch,
    senders: [...shares].map(([sender, positions]): SenderShare => ({ sender, positions })),
  };
}
