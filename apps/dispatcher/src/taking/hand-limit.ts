import type { Channel } from '@carillon/contracts';
import type { Batch } from '../ledger/batch';

/** Recipients of one hand: small where what is in doubt is never sent again. */
const LARGEST_HAND: Record<Channel, number> = { EMAIL: 200, WHATSAPP: 10, SMS: 10 };
/** A hand is so much work at most (seconds). */
const HAND_SECONDS = 5;

/** How many recipients a worker gets at once: five seconds' work at the integration's pace. */
export function handLimit({ channel, ratePerSecond }: Pick<Batch, 'channel' | 'ratePerSecond'>): number {
  if (ratePerSecond === null) return LARGEST_HAND[channel];
  return Math.max(1, Math.min(LARGEST_HAND[channel], Math.floor(ratePerSecond * HAND_SECONDS)));
}
