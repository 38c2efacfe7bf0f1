import { type Schemas, newIdempotencyKey } from '@carillon/sdk';
import { type Draft, bodyOf, draftOf, hasWrongReplyTo } from './draft';
import { changeIn } from './translation';
import type { OwnSaves } from './own-saves';
import type { Creation, UnsavedDrafts } from './unsaved-drafts';

type Campaign = Schemas['CampaignDetail'];
type Body = ReturnType<typeof bodyOf>;
/** Null removes a translation. */
export type Changes = Omit<Body, 'translations'> & {
  translations: Record<string, Body['translations'][string] | null>;
  ifUpdatedAt: string;
};

/** A pause in typing after which the draft is saved (milliseconds). */
export const SAVE_MS = 1_200;
/** A pause after which a failed save is repeated (milliseconds). */
export const RETRY_MS = 3_000;

/** The requests of the editor. */
export interface DraftApi {
  /** @param key the same for repeats of a request */
  create: (body: Body, key?: string) => Promise<{ _id: string }>;
  read: (id: string) => Promise<Campaign>;
  /** @returns null if the stored version is newer than `ifUpdatedAt` */
  update: (id: string, body: Changes) => Promise<Campaign | null>;
  /** Whether the same request can succeed a moment later. */
  isTemporary: (error: unknown) => boolean;
}

export interface Clock {
  now: () => number;
  /** @returns cancels it */
  after: (ms: number, run: () => void) => () => void;
}

/** Two versions: the draft of this page, and a newer stored version. */
export interface Conflict {
  theirs: Campaign;
  /** It was saved in another tab of this browser. */
  isOwn: boolean;
}

/** The version to keep; `both`: the draft becomes a new campaign, and the page shows the stored version. */
export type Resolution = 'mine' | 'theirs' | 'both';

type DraftStatus =
  /** New, and nothing is typed or chosen. */
  | 'untouched'
  /** Saved after a pause, or when the reply address is correct. */
  | 'unsaved'
  | 'saving'
  | 'saved'
  /** The last save failed, and is repeated. */
  | 'retrying';

export interface DraftState {
  draft: Draft;
  /** The stored version that is edited; null: the draft was never saved. */
  saved: Campaign | null;
  /** Whether the person can edit the draft. */
  isOpen: boolean;
  isSaved: boolean;
  /** A request is in progress. */
  isBusy: boolean;
  status: DraftStatus;
  /** Why the last request failed; null: it didn't. */
  error: Error | null;
  conflict: Conflict | null;
  /** When the restored text of a new campaign was typed; null: nothing was restored. */
  restoredAt: string | null;
}

interface Stored extends Pick<
  DraftState,
  'draft' | 'saved' | 'conflict' | 'restoredAt' | 'error' | 'isBusy'
> {
  /** The draft that was saved as `saved`, which can differ from it: the API normalizes values. */
  sent: Draft | null;
}

export interface DraftSaverOptions {
  /** The campaign to edit; null: a new campaign. */
  opened: Campaign | null;
  /** The initial content of a new campaign. */
  blank: Draft;
  api: DraftApi;
  mayWrite: boolean;
  clock: Clock;
  unsaved: UnsavedDrafts;
  ownSaves: OwnSaves;
  /** @param isFirst the campaign is new */
  onSaved: (saved: Campaign, isFirst: boolean) => void;
  onCopied: () => void;
}

/**
 * Saves a draft while it is edited:
 *
 * - An edit is kept in the tab at once, and saved after a pause in typing. The first save of a new campaign creates it.
 * - One save runs at a time. An edit during a save is saved after it.
 * - A failed save is repeated if it can succeed by itself, otherwise after the next edit or sign-in. Until it is saved,
 *   the text stays in the tab.
 * - After a conflict with another change, both versions stay until the person chooses.
 * - A draft that is left is saved without a pause.
 */
export class DraftSaver {
  readonly #options: DraftSaverOptions;
  readonly #listeners = new Set<() => void>();
  #api: DraftApi;
  #mayWrite: boolean;
  #stored: Stored;
  #state: DraftState;
  #editedAt = 0;
  #running: Promise<boolean> | null = null;
  /** The draft and the sign-in of the last failed save. */
  #failed: { draft: Draft; api: DraftApi } | null = null;
  /** The request that creates the campaign, until it is refused. */
  #creation: Creation | null = null;
  /** The created campaign, even if it could not be read yet: it is edited from then on. */
  #createdId: string | null = null;
  #isLeft = false;
  #cancelTimer = (): void => undefined;

  constructor(options: DraftSaverOptions) {
    this.#options = options;
    this.#api = options.api;
    this.#mayWrite = options.mayWrite;
    this.#stored = this.#restored();
    this.#state = this.#derived();
  }

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = (): DraftState => this.#state;

  /** Starts saving, including a restored draft. */
  enter(): void {
    this.#isLeft = false;
    this.#plan();
  }

  /** Uses the requests of the current sign-in. */
  use({ api, mayWrite }: Pick<DraftSaverOptions, 'api' | 'mayWrite'>): void {
    if (api === this.#api && mayWrite === this.#mayWrite) return;
    this.#api = api;
    this.#mayWrite = mayWrite;
    this.#set({});
    this.#plan();
  }

  readonly change = (changed: Partial<Draft>): void => {
    const { draft } = this.#state;
    const isSame = Object.entries(changed).every(([field, value]) => draft[field as keyof Draft] === value);
    if (isSame) return;
    this.#editedAt = this.#options.clock.now();
    this.#set({ draft: { ...draft, ...changed } });
    this.#keep();
    this.#plan();
  };

  /** Saves without a pause. @returns whether the current draft is saved */
  readonly flush = async (): Promise<boolean> => {
    // The save in progress can have begun before the last edit.
    if (this.#running) await this.#running;
    while (!this.#state.isSaved) {
      if (this.#state.conflict || !(await this.#save(this.#state.saved))) return false;
    }
    return true;
  };

  /** Chooses a version in a conflict. */
  readonly resolve = async (choice: Resolution): Promise<void> => {
    const { conflict, draft } = this.#state;
    if (!conflict) return;
    if (choice === 'mine') {
      await this.#save(conflict.theirs);
      return;
    }
    if (choice === 'both') {
      this.#set({ isBusy: true, error: null });
      try {
        await this.#api.create(bodyOf(draft));
      } catch (error) {
        this.#set({ isBusy: false, error: error as Error });
        return;
      }
      this.#options.onCopied();
    }
    this.#options.unsaved.remove(conflict.theirs._id);
    this.#set({
      ...{ draft: draftOf(conflict.theirs), saved: conflict.theirs, sent: null, conflict: null },
      ...{ error: null, isBusy: false },
    });
  };

  /** Drops the restored text of a new campaign. */
  readonly startOver = (): void => {
    this.#options.unsaved.remove(null);
    this.#creation = null;
    this.#set({ draft: this.#options.blank, restoredAt: null, error: null });
    this.#plan();
  };

  /**
   * Separates the email in a language from the blocks or the MJML that it was made from: its HTML is edited by itself from
   * then on. `tag` null: the email for everyone.
   * @returns whether the email could be saved before, which makes its HTML
   */
  readonly detachEmail = async (tag: string | null): Promise<boolean> => {
    if (!(await this.flush())) return false;
    const { saved, draft } = this.#state;
    const html = tag === null ? saved?.message : saved?.translations[tag]?.emailMessage;
    const written = { emailMessage: html ?? '', emailDesign: null, emailMjml: '' };
    if (saved) this.change(changeIn(draft, tag, written));
    return true;
  };

  /** Saves now, if possible, because the page may be closed. */
  readonly hide = async (): Promise<void> => {
    if (this.#running) await this.#running;
    if (this.#isSavable() && !this.#hasFailed()) await this.#save(this.#state.saved);
  };

  /** Saves a last time, if possible, because the page shows something else now. */
  leave(): void {
    this.#isLeft = true;
    this.#cancelTimer();
    void this.hide();
  }

  /** The stored version, or the text that this tab kept, which can be of an older version. */
  #restored(): Stored {
    const { opened, blank, unsaved, ownSaves } = this.#options;
    const draft = opened === null ? blank : draftOf(opened);
    const stored: Stored = {
      ...{ draft, saved: opened, sent: null, conflict: null },
      ...{ restoredAt: null, error: null, isBusy: false },
    };
    if (opened !== null && opened.status !== 'DRAFT') return stored;
    const kept = unsaved.read(opened?._id ?? null);
    if (!kept || (opened !== null && isSame(kept.draft, opened))) return stored;
    if (opened === null) {
      this.#creation = kept.creation ?? null;
      return { ...stored, draft: kept.draft, restoredAt: kept.at };
    }
    const isCurrent = kept.base === opened.updatedAt;
    const conflict = isCurrent ? null : { theirs: opened, isOwn: ownSaves.has(opened) };
    return { ...stored, draft: kept.draft, conflict };
  }

  #set(changed: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...changed };
    this.#state = this.#derived();
    for (const listener of this.#listeners) listener();
  }

  #derived(): DraftState {
    const { sent, ...stored } = this.#stored;
    const { draft, saved, error, isBusy } = stored;
    const isSaved = saved !== null && (draft === sent || isSame(draft, saved));
    const isRetrying = !isSaved && error !== null && this.#api.isTemporary(error);
    return {
      ...stored,
      isSaved,
      isOpen: this.#mayWrite && (saved === null || saved.status === 'DRAFT'),
      status: isRetrying
        ? 'retrying'
        : isBusy
          ? 'saving'
          : isSaved
            ? 'saved'
            : this.#isUntouched(stored)
              ? 'untouched'
              : 'unsaved',
      error: isSaved && !isBusy ? null : error,
    };
  }

  #isUntouched({ draft, saved }: Pick<DraftState, 'draft' | 'saved'>): boolean {
    return saved === null && isEqual(draft, this.#options.blank);
  }

  /** Unsaved text stays in this tab, even if the page is closed or reloaded. */
  #keep(): void {
    const { unsaved, clock } = this.#options;
    const { draft, saved, isOpen, isSaved } = this.#state;
    if (!isOpen || this.#isLeft) return;
    const id = saved?._id ?? null;
    if (isSaved || this.#isUntouched(this.#state)) unsaved.remove(id);
    else
      unsaved.write(id, {
        ...{ draft, base: saved?.updatedAt ?? null },
        ...{ at: new Date(clock.now()).toISOString(), creation: this.#creation },
      });
  }

  #isSavable(): boolean {
    const { draft, isOpen, isSaved, conflict } = this.#state;
    const isWanted = isOpen && !isSaved && !this.#isUntouched(this.#state);
    return isWanted && !hasWrongReplyTo(draft) && conflict === null;
  }

  /** Whether the same save failed with the same sign-in. */
  #hasFailed(): boolean {
    return this.#failed?.draft === this.#state.draft && this.#failed.api === this.#api;
  }

  #plan(): void {
    this.#cancelTimer();
    if (this.#isLeft || !this.#isSavable()) return;
    const { clock } = this.#options;
    const isAgain = this.#hasFailed();
    if (isAgain && this.#state.status !== 'retrying') return;
    const wait = isAgain ? RETRY_MS : Math.max(0, this.#editedAt + SAVE_MS - clock.now());
    this.#cancelTimer = clock.after(wait, () => void this.#save(this.#state.saved));
  }

  /** @param base the version to replace; null: the campaign is new */
  #save(base: Campaign | null): Promise<boolean> {
    this.#cancelTimer();
    this.#running ??= this.#attempt(base).finally(() => {
      this.#running = null;
      this.#set({ isBusy: false });
      this.#plan();
    });
    return this.#running;
  }

  async #attempt(base: Campaign | null): Promise<boolean> {
    const [{ draft }, api] = [this.#state, this.#api];
    this.#set({ isBusy: true });
    try {
      const stored =
        base === null ? await this.#create(draft) : await api.update(base._id, change(draft, base));
      if (stored) this.#adopt(stored, draft);
      // A request without a response can have saved it.
      else await this.#compare(draft, base?._id ?? this.#createdId ?? '');
      return this.#state.conflict === null;
    } catch (error) {
      this.#failed = { draft, api };
      // A refused request has created nothing. The next one can have another body.
      if (this.#createdId === null && !api.isTemporary(error)) this.#creation = null;
      this.#set({ error: error as Error });
      return false;
    }
  }

  async #create(draft: Draft): Promise<Campaign | null> {
    this.#creation ??= { key: newIdempotencyKey(), body: bodyOf(draft) };
    const { key, body } = this.#creation;
    this.#keep();
    this.#createdId ??= (await this.#api.create(body, key))._id;
    const created = await this.#api.read(this.#createdId);
    const isCreatedAs = JSON.stringify(body) === JSON.stringify(bodyOf(draft));
    if (isCreatedAs || isSame(draft, created)) return created;
    return this.#api.update(created._id, change(draft, created));
  }

  async #compare(draft: Draft, id: string): Promise<void> {
    const theirs = await this.#api.read(id);
    if (isSame(draft, theirs)) this.#adopt(theirs, draft);
    else this.#set({ conflict: { theirs, isOwn: this.#options.ownSaves.has(theirs) }, error: null });
  }

  #adopt(stored: Campaign, draft: Draft): void {
    const { unsaved, ownSaves, onSaved } = this.#options;
    const { saved } = this.#state;
    this.#failed = null;
    unsaved.remove(saved?._id ?? null, draft);
    // From now on, an edit during the creation is kept with the ID.
    if (saved === null) unsaved.remove(null, this.#state.draft);
    ownSaves.add(stored);
    this.#set({ saved: stored, sent: draft, conflict: null, restoredAt: null, error: null });
    // The draft may have changed during the save.
    if (!this.#state.isSaved) this.#keep();
    onSaved(stored, saved === null);
  }
}

function change(draft: Draft, base: Campaign): Changes {
  const { translations, ...body } = bodyOf(draft);
  const removed: Changes['translations'] = Object.fromEntries(
    Object.keys(base.translations).map((tag) => [tag, null]),
  );
  return {
    ...body,
    translations: { ...removed, ...translations },
    ifUpdatedAt: base.updatedAt,
  };
}

function isSame(draft: Draft, saved: Campaign): boolean {
  return isEqual(draft, draftOf(saved));
}

function isEqual(draft: Draft, other: Draft): boolean {
  return JSON.stringify(bodyOf(draft)) === JSON.stringify(bodyOf(other));
}
