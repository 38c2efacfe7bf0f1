import type { Carillon } from '@carillon/sdk';

/** How long a deletion can be undone (milliseconds). */
const UNDO_MS = 8_000;
/** The number of campaigns that the API deletes at a time. */
const AT_ONCE = 1_000;

interface Deletion {
  ids: readonly string[];
  /** Resolves when the campaigns are deleted, or when the deletion is undone. */
  ended: Promise<'deleted' | 'undone'>;
  undo: () => void;
}

/**
 * Campaigns that disappear from lists at once, and are deleted a moment later, unless the reader undoes it. A page that
 * is left in the meantime deletes them immediately.
 */
export class Deletions {
  private readonly hidden = new Set<string>();
  private readonly waiting = new Set<() => void>();
  private readonly listeners = new Set<() => void>();
  private shown: ReadonlySet<string> = new Set();

  /** The campaigns that lists leave out. A new set after each change. */
  get = (): ReadonlySet<string> => this.shown;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  begin(client: Pick<Carillon, 'delete'>, ids: readonly string[], waitMs = UNDO_MS): Deletion {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const goOn = (): void => resolve(true);
    this.waiting.add(goOn);
    this.change(ids, true);
    const timer = setTimeout(goOn, waitMs);
    const ended = promise
      .then(async (isWanted) => {
        clearTimeout(timer);
        this.waiting.delete(goOn);
        if (!isWanted) return 'undone' as const;
        for (let from = 0; from < ids.length; from += AT_ONCE)
          await client.delete('/campaigns', { body: { campaignIds: ids.slice(from, from + AT_ONCE) } });
        return 'deleted' as const;
      })
      .then((end) => {
        // Deleted campaigns stay hidden, because a list may still be read from before.
        if (end === 'undone') this.change(ids, false);
        return end;
      })
      .catch((error: unknown) => {
        this.change(ids, false);
        throw error;
      });
    return { ids, ended, undo: () => resolve(false) };
  }

  /** Deletes now what is waiting. */
  flush(): void {
    for (const goOn of this.waiting) goOn();
  }

  private change(ids: readonly string[], isHidden: boolean): void {
    for (const id of ids) {
      if (isHidden) this.hidden.add(id);
      else this.hidden.delete(id);
    }
    this.shown = new Set(this.hidden);
    for (const listener of this.listeners) listener();
  }
}
