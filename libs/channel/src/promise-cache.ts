import { LRUCache } from 'lru-cache';

/** Remembers what was asked for, also while it is still on its way; a failure is forgotten at once. */
export class PromiseCache<V> {
  private readonly cache: LRUCache<string, Promise<V>>;

  /** @param ttl milliseconds; 0: for ever */
  constructor(max: number, ttl = 0) {
    this.cache = new LRUCache({ max, ttl, perf: performance });
  }

  get(key: string, load: () => Promise<V>): Promise<V> {
    const cached = this.cache.get(key);
    if (cached) return cached;
    const loading = load();
    this.cache.set(key, loading);
    loading.catch(() => {
      if (this.cache.peek(key) === loading) this.cache.delete(key);
    });
    return loading;
  }

  /** Forgets the keys that match, those on their way included. */
  forget(matches: (key: string) => boolean): void {
    for (const key of [...this.cache.keys()]) if (matches(key)) this.cache.delete(key);
  }
}
