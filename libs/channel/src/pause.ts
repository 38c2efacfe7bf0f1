/** Waits; resolves early, with false, when the signal is aborted. */
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
