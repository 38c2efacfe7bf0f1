/**
 * A terminal's Ctrl-C arrives more than once: from the terminal and from npm, which passes it on. Only what comes
 * later than this (milliseconds) is somebody's second thought.
 */
const ECHO_MS = 1_000;

/**
 * Resolves when the stack is to be stopped: at SIGINT, SIGTERM or SIGHUP, and when whoever started this process is
 * gone. A second request calls `atOnce`.
 */
export function stopRequested(atOnce: () => void): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const request = (): void => {
      const now = performance.now();
      firstAt ??= now;
      if (now - firstAt > ECHO_MS) atOnce();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
    process.on('disconnect', request);
  });
}
