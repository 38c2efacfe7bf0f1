import { type Channel, type Route, channelRow } from '@carillon/contracts';
import { placesAlone } from '../lanes/share';

/** What an integration bears, all workers together; null: whatever there is. */
export type Bearing = Pick<Route, 'ratePerSecond' | 'maxConnections'>;

/** Each hand's part of what an integration bears. */
export interface Portion extends Bearing {
  /** Hands that share it, all together never above it. */
  hands: number;
  pacePerSecond: number | null;
  /** Sends at the same time. */
  concurrency: number | null;
}

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
