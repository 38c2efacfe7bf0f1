/** A process counts as quiet after this time without messages that bring work (milliseconds). */
const QUIET_AFTER_MS = 10_000;

/** Ends the long pauses of background work. */
const sleepers = new Set<() => void>();
let activeAt = performance.now();

/** Notes that a service of this process has handled a message, which may have left work for any of its loops. */
export function noteActivity(): void {
  activeAt = performance.now();
  for (const wake of sleepers) wake();
  sleepers.clear();
}

/** Whether no message has brought work to this process for a while. Then only other processes can leave it work. */
export function isQuiet(): boolean {
  return performance.now() - activeAt > QUIET_AFTER_MS;
}

/** Calls `wake` at the next activity. Returns a function that prevents this. */
export function onActivity(wake: () => void): () => void {
  sleepers.add(wake);
  return () => void sleepers.delete(wake);
}
