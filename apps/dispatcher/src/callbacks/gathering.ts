interface GatheringOptions<T> {
  /** How long the first of a key waits for more (milliseconds). */
  forMs: number;
  /** So many of a key wait no longer. */
  most: number;
  /** Keys that are written at the same time. */
  atOnce: number;
  write: (key: string, items: readonly T[]) => Promise<void>;
}

interface Heap<T> {
  items: T[];
  isDue: boolean;
  timer: NodeJS.Timeout;
  written: PromiseWithResolvers<void>;
}

/**
 * Writes together what comes for the same key within a moment. One key is written once at a time, and what comes
 * meanwhile goes with the next: the slower it goes, the fewer the writes.
 */
export class Gathering<T> {
  private readonly heaps = new Map<string, Heap<T>>();
  private readonly underWay = new Set<string>();

  constructor(private readonly options: GatheringOptions<T>) {}

  /** Resolves when it is written, and rejects when what was gathered with it could not be. */
  add(key: string, item: T): Promise<void> {
    const heap = this.heaps.get(key) ?? this.begin(key);
    heap.items.push(item);
    if (heap.items.length >= this.options.most) this.due(heap);
    return heap.written.promise;
  }

  private begin(key: string): Heap<T> {
    const heap: Heap<T> = {
      items: [],
      isDue: false,
      timer: setTimeout(() => this.due(heap), this.options.forMs),
      written: Promise.withResolvers(),
    };
    this.heaps.set(key, heap);
    return heap;
  }

  private due(heap: Heap<T>): void {
    clearTimeout(heap.timer);
    heap.isDue = true;
    this.writeWhatIsDue();
  }

  /** The oldest first. */
  private writeWhatIsDue(): void {
    for (const [key, heap] of this.heaps) {
      if (this.underWay.size >= this.options.atOnce) return;
      if (heap.isDue && !this.underWay.has(key)) void this.write(key, heap);
    }
  }

  private async write(key: string, { items, written }: Heap<T>): Promise<void> {
    this.heaps.delete(key);
    this.underWay.add(key);
    try {
      await this.options.write(key, items);
      written.resolve();
    } catch (error) {
      written.reject(error);
    }
    this.underWay.delete(key);
    this.writeWhatIsDue();
  }
}
