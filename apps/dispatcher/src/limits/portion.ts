import { type Channel, type Route, channelRow } from '@carillon/contracts';
import { placesAlone } from '../lanes/share';

/** What an integration bears, all workers together; null: whatever there is. */
type Bearing = Pick<Route, 'ratePerSecond' | 'maxConnections'>;

/** Each hand's part of what an integration bears. */
export interface Portion extends Bearing {
  /** Hands that share it, all together never above it. */
  hands: number;
  pacePerSecond: number | null;
  /** Sends at the same time. */
  concurrency: number | null;
}

/** A hand with a pace is so much work (seconds). */
const HAND_SECONDS = 2;
/** A provider that takes so long for a message still gets as many a second as its rate says (seconds). */
const LATENCY = 2;

/**
 * How what an integration bears is divided over hands: over as many as are needed for its rate, and as one campaign has
 * places for. Who has not heard of a worker yet divides it as far as can be, as others may know of many and have given
 * them their parts. Null: it bears whatever there is, and nothing need be counted.
 */
export function portionOf(channel: Channel, bearing: Bearing, capacity: number): Portion | null {
  const { ratePerSecond, maxConnections } = bearing;
  if (ratePerSecond === null && maxConnections === null) return null;
  const { concurrency: usual } = channelRow(channel);
  const forRate = ratePerSecond === null ? Infinity : Math.ceil((ratePerSecond * LATENCY) / usual);
  const byConnections = maxConnections === null ? Infinity : Math.floor(maxConnections / usual);
  const places = capacity > 0 ? placesAlone(capacity) : Infinity;
  const hands = Math.max(1, Math.min(forRate, byConnections, places));
  return {
    ratePerSecond,
    maxConnections,
    hands,
    pacePerSecond: ratePerSecond === null ? null : ratePerSecond / hands,
    concurrency: maxConnections === null ? null : Math.max(1, Math.floor(maxConnections / hands)),
  };
}

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
