import { type Channel, channelRow } from '@carillon/contracts';

/**
 * How long sends may finish on shutdown (milliseconds). An aborted send is in doubt. On a channel that does not repeat
 * doubtful sends, the worker waits as long as the provider may take; on other channels, less than the 10 s that Docker
 * waits.
 */
export function finishOf(channel: Channel, sendTimeoutMs = channelRow(channel).sendTimeoutMs): number {
  const longest = Math.min(sendTimeoutMs + 1_000, timing.stop - timing.lastReport);
  return channelRow(channel).inDoubt === 'unconfirmed' ? longest : 4_000;
}

/** Times of the shared algorithm (milliseconds). Pauses between attempts vary with jitter. */
export const timing = {
  /** How often a worker sends a heartbeat. */
  heartbeat: 3_000,
  /**
   * How often providers are checked for responses, and how many consecutive checks without a response make a provider
   * silent.
   */
  look: 500,
  quietLooks: 3,
  /** How long a hint waits here for a free slot; then another worker gets it. */
  slotWait: 250,
  /** A lease starts no more sends after this time, plus the time that its rate needs, because it occupies a slot. */
  lease: 5_000,
  /** Pauses between attempts to lease a batch if the reply is lost. */
  takePauses: [200, 1_000, 3_000],
  /** Pauses between attempts to get content and credentials; then the recipients are returned. */
  preparePauses: [200, 500, 1_000, 2_000, 4_000],
  /** Pauses between attempts to report outcomes; the last pause repeats until a report succeeds. */
  settlePauses: [100, 200, 500, 1_000, 2_000],
  /** A cached sender is read again after this time, in case the broadcast of a change was lost. */
  senderAge: 60_000,
  /** On shutdown: the total time in which outcomes must be reported if the broker is unavailable. */
  stop: 25_000,
  /** On shutdown: the minimum time for the report of aborted sends. */
  lastReport: 1_500,
} as const;

/** The pause after this many failures to report outcomes (milliseconds). */
export function settlePause(failures: number): number {
  const last = timing.settlePauses.length - 1;
  return timing.settlePauses[Math.min(failures, last)] ?? 0;
}

/** Waits. Returns false early when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
