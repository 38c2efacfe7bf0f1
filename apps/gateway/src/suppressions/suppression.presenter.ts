import type { Channel, Suppression, SuppressionReason } from '@carillon/contracts';

/** An address that must not be written to on a channel. */
export interface SuppressionView {
  _id: string;
  user: string;
  channel: Channel;
  identifier: string;
  sender: string | null;
  reason: SuppressionReason;
  createdAt: string;
}

export function presentSuppression(suppression: Suppression): SuppressionView {
  const { id, userId, channel, address, sender, reason, createdAt } = suppression;
  return { _id: id, user: userId, channel, identifier: address, sender, reason, createdAt };
}
