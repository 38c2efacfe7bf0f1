import { type Channel, channelRow } from '@carillon/contracts';
import type { Portion } from './portion';

/** A hand with a pace is so much work (seconds). */
const HAND_SECONDS = 2;

/** How many recipients a worker gets at once: few seconds' work at its pace. Without one, a worker ends a hand by time. */
export function handLimit(channel: Channel, portion: Pick<Portion, 'pacePerSecond'> | null): number {
  const pace = portion?.pacePerSecond ?? null;
  const { handSize } = channelRow(channel);
  return pace === null ? handSize : Math.max(1, Math.min(handSize, Math.floor(pace * HAND_SECONDS)));
}

/**
 * How far ahead of its rate an integration may be when a hand begins (milliseconds): so that all hands that share the
 * rate can begin at once, each at its part of it.
 */
export function headStartMs({ hands }: Pick<Portion, 'hands'>): number {
  return (HAND_SECONDS * 1_000 * (hands - 1)) / hands;
}
