import { type Channel, type Route, channelRow } from '@carillon/contracts';
import { placesAlone } from './fair-share';

/** A sender's limits, for all workers together; null: unlimited. */
type SenderLimits = Pick<Route, 'ratePerSecond' | 'maxConnections'>;

/** A sender's limits, and the part of them that each lease gets. */
export interface SendingLimits extends SenderLimits {
  /** Leases that share the limits; together they never exceed them. */
  leases: number;
  sendsPerSecond: number | null;
  /** Concurrent sends. */
  concurrency: number | null;
}

/** The amount of work in a lease with a rate (seconds). */
const LEASE_SECONDS = 2;
/** A sender reaches its rate even if its provider takes this long for a message (seconds). */
const LATENCY = 2;

export function isUnlimited({ ratePerSecond, maxConnections }: SenderLimits): boolean {
  return ratePerSecond === null && maxConnections === null;
}

/** The leases that a sender needs to reach its limits, each with the usual number of sends at once. */
export function leasesNeeded(channel: Channel, { ratePerSecond, maxConnections }: SenderLimits): number {
  const { concurrency: usual } = channelRow(channel);
  const forRate = ratePerSecond === null ? Infinity : Math.ceil((ratePerSecond * LATENCY) / usual);
  const byConnections = maxConnections === null ? Infinity : Math.floor(maxConnections / usual);
  return Math.max(1, Math.min(forRate, byConnections));
}

/**
 * Divides the limits of a sender over as many leases as it needs, and as one campaign has capacity for. A
 * dispatcher that knows no worker yet divides them as far as possible, because other dispatchers may know many workers
 * and have granted them leases. Returns null if the sender is unlimited, and nothing needs to be counted.
 */
export function sendingLimitsOf(
  channel: Channel,
  bearing: SenderLimits,
  capacity: number,
): SendingLimits | null {
  const { ratePerSecond, maxConnections } = bearing;
  if (isUnlimited(bearing)) return null;
  const places = capacity > 0 ? placesAlone(capacity) : Infinity;
  const leases = Math.min(leasesNeeded(channel, bearing), places);
  return {
    ratePerSecond,
    maxConnections,
    leases,
    sendsPerSecond: ratePerSecond === null ? null : ratePerSecond / leases,
    concurrency: maxConnections === null ? null : Math.max(1, Math.floor(maxConnections / leases)),
  };
}

/**
 * The number of recipients in one lease: few seconds' work at its rate. Without a rate, the worker ends a lease by
 * time.
 */
export function leaseLimit(channel: Channel, limits: Pick<SendingLimits, 'sendsPerSecond'> | null): number {
  const sendsPerSecond = limits?.sendsPerSecond ?? null;
  const { leaseSize } = channelRow(channel);
  return sendsPerSecond === null
    ? leaseSize
    : Math.max(1, Math.min(leaseSize, Math.floor(sendsPerSecond * LEASE_SECONDS)));
}

/**
 * How far ahead of its rate a sender can be when a lease begins (milliseconds), so that all leases that share the
 * rate can begin together, each with its share.
 */
export function headStartMs({ leases }: Pick<SendingLimits, 'leases'>): number {
  return (LEASE_SECONDS * 1_000 * (leases - 1)) / leases;
}
