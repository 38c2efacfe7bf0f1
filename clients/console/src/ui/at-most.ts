/** Runs a task as soon as it is its turn. @throws the reason of the signal, if it aborts a waiting task */
export type Run = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Runs at most this many tasks at the same time. The others wait in their order. */
export function atMost(most: number): Run {
  let running = 0;
  const waiting = new Set<() => void>();
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(start);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(start);
    });
  return async (task, signal) => {
    signal.throwIfAborted();
    if (running < most) running += 1;
    else await turn(signal);
    try {
      return await task();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}
