/**
 * The time after which another signal counts as a second request (milliseconds). A terminal's Ctrl-C arrives more
 * than once: from the terminal, and from npm, which forwards it.
 */
const ECHO_MS = 1_000;

/**
 * Resolves when the stack must stop: on SIGINT, SIGTERM, or SIGHUP, and when the parent process has ended. A second
 * request calls `atOnce`.
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
