/**
 * Concurrent requests for the same thing share reads of it. A request that arrives while a read is in progress waits
 * for the next one, which begins after it has arrived. So each response contains all that was stored before its
 * request, as without sharing.
 */
export class SharedReads<T> {
  private readonly running = new Map<string, Promise<void>>();
  private readonly waiting = new Map<string, Promise<T>>();

  /** @param key names what is read, and who may read it */
  read(key: string, read: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (!running) return this.begin(key, read);
    const next = this.waiting.get(key) ?? running.then(() => this.beginNext(key, read));
    this.waiting.set(key, next);
    return next;
  }

  private beginNext(key: string, read: () => Promise<T>): Promise<T> {
    this.waiting.delete(key);
    return this.begin(key, read);
  }

  private begin(key: string, read: () => Promise<T>): Promise<T> {
    const result = read();
    const end = (): void => {
      if (this.running.get(key) === running) this.running.delete(key);
    };
    const running = result.then(end, end);
    this.running.set(key, running);
    return result;
  }
}
