import { type Channel, channelRow } from '@carillon/contracts';

/**
 * How long sends may finish by themselves on shutdown (milliseconds). One that is broken off is in doubt: where that is for
 * ever, it is waited for as long as its provider may take; else less than the 10 s that Docker waits.
 */
export function finishOf(channel: Channel): number {
  const { inDoubt, sendTimeoutMs } = channelRow(channel);
  return inDoubt === 'unconfirmed' ? sendTimeoutMs + 1_000 : 4_000;
}

/** Times of the shared algorithm (milliseconds). */
export const timing = {
  /** How often a worker says that it is there. */
  heartbeat: 3_000,
  /** How long a hint waits for a place here: no more is offered than there are places, so it may be elsewhere. */
  place: 250,
  /** A lease starts no more sends after so long, beyond what its rate takes: it keeps a place from others. */
  lease: 5_000,
  /** Pauses between the tries to take a batch whose answer was lost. */
  takePauses: [200, 1_000, 3_000],
  /** Pauses between the tries to get content and credentials; then the lease is given back. */
  preparePauses: [200, 500, 1_000, 2_000, 4_000],
  /** Pauses between the tries to report outcomes; the last one repeats until it works. */
  settlePauses: [100, 200, 500, 1_000, 2_000],
  /** What is cached about an integration is asked for again after so long, should the news of a change be lost. */
  integrationAge: 60_000,
  /** On shutdown: how long it may take to report what was broken off. */
  breakOff: 1_500,
} as const;
