import { type Channel, type Route, channelRow } from '@carillon/contracts';
import { placesAlone } from './fair-share';

/** What an integration bears, all workers together; null: whatever there is. */
type Bearing = Pick<Route, 'ratePerSecond' | 'maxConnections'>;

/** Each lease's part of what an integration bears. */
export interface SendingLimits extends Bearing {
  /** Leases that share it, all together never above it. */
  leases: number;
  sendsPerSecond: number | null;
  /** Sends at the same time. */
  concurrency: number | null;
}

/** A lease with a rate is this much work (seconds). */
const LEASE_SECONDS = 2;
/** A provider that takes so long for a message still gets as many a second as its rate says (seconds). */
const LATENCY = 2;

/**
 * How what an integration bears is divided over leases: over as many as are needed for its rate, and as one campaign has
 * places for. Who has not heard of a worker yet divides it as far as can be, as others may know of many and have given
 * them their parts. Null: it bears whatever there is, and nothing need be counted.
 */
export function sendingLimitsOf(channel: Channel, bearing: Bearing, capacity: number): SendingLimits | null {
  const { ratePerSecond, maxConnections } = bearing;
  if (ratePerSecond === null && maxConnections === null) return null;
  const { concurrency: usual } = channelRow(channel);
  const forRate = ratePerSecond === null ? Infinity : Math.ceil((ratePerSecond * LATENCY) / usual);
  const byConnections = maxConnections === null ? Infinity : Math.floor(maxConnections / usual);
  const places = capacity > 0 ? placesAlone(capacity) : Infinity;
  const leases = Math.max(1, Math.min(forRate, byConnections, places));
  return {
    ratePerSecond,
    maxConnections,
    leases,
    sendsPerSecond: ratePerSecond === null ? null : ratePerSecond / leases,
    concurrency: maxConnections === null ? null : Math.max(1, Math.floor(maxConnections / leases)),
  };
}

/** How many recipients a worker gets at once: few seconds' work at its rate. Without one, a worker ends a lease by time. */
export function leaseLimit(channel: Channel, limits: Pick<SendingLimits, 'sendsPerSecond'> | null): number {
  const sendsPerSecond = limits?.sendsPerSecond ?? null;
  const { leaseSize } = channelRow(channel);
  return sendsPerSecond === null
    ? leaseSize
    : Math.max(1, Math.min(leaseSize, Math.floor(sendsPerSecond * LEASE_SECONDS)));
}

/**
 * How far ahead of its rate an integration may be when a lease begins (milliseconds): so that all leases that share the
 * rate can begin at once, each at its part of it.
 */
export function headStartMs({ leases }: Pick<SendingLimits, 'leases'>): number {
  return (LEASE_SECONDS * 1_000 * (leases - 1)) / leases;
}
