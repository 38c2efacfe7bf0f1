import { type Channel, type Route, channelRow } from '@carillon/contracts';
import { shareAlone } from './fair-share';

/** The total limits of a sender across all workers. Null: unlimited. */
type SenderLimits = Pick<Route, 'ratePerSecond' | 'maxConnections'>;

/** A sender's limits, and the share that each lease gets. */
export interface SendingLimits extends SenderLimits {
  /** The number of leases that share the limits, and together never exceed them. */
  leases: number;
  sendsPerSecond: number | null;
  /** The maximum number of concurrent messages. */
  concurrency: number | null;
  /** The rates from which each lease reserves time: of the provider account, and of the sender. Absent: none. */
  rates?: readonly ReservedRate[];
}

/** A rate across all workers, with the ID of its reservation. */
export interface ReservedRate {
  id: string;
  ratePerSecond: number;
}

/** The duration of the work in a lease with a rate (seconds). */
const LEASE_SECONDS = 2;
/** A sender reaches its rate even if its provider takes this long for a message (seconds). */
const LATENCY = 2;

export function isUnlimited({ ratePerSecond, maxConnections }: SenderLimits): boolean {
  return ratePerSecond === null && maxConnections === null;
}

/** The number of leases that a sender needs to reach its limits, each with the usual number of concurrent sends. */
export function leasesNeeded(channel: Channel, { ratePerSecond, maxConnections }: SenderLimits): number {
  const { concurrency: usual } = channelRow(channel);
  const forRate = ratePerSecond === null ? Infinity : Math.ceil((ratePerSecond * LATENCY) / usual);
  const byConnections = maxConnections === null ? Infinity : Math.floor(maxConnections / usual);
  return Math.max(1, Math.min(forRate, byConnections));
}

/**
 * Divides the limits of a sender by the number of leases that it needs, but at most by the share of one campaign. A
 * dispatcher that knows no worker yet divides the limits as far as possible, because other dispatchers may know many
 * workers and have granted them leases. Returns null if the sender is unlimited.
 */
export function sendingLimitsOf(
  channel: Channel,
  senderLimits: SenderLimits,
  capacity: number,
): SendingLimits | null {
  const { ratePerSecond, maxConnections } = senderLimits;
  if (isUnlimited(senderLimits)) return null;
  const share = capacity > 0 ? shareAlone(capacity) : Infinity;
  const leases = Math.min(leasesNeeded(channel, senderLimits), share);
  return {
    ratePerSecond,
    maxConnections,
    leases,
    sendsPerSecond: ratePerSecond === null ? null : ratePerSecond / leases,
    concurrency: maxConnections === null ? null : Math.max(1, Math.floor(maxConnections / leases)),
  };
}

/**
 * The number of recipients in one lease: a few seconds of work at its rate. Without a rate, the worker ends a lease
 * after some time.
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
