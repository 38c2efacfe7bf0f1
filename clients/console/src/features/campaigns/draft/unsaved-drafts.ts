import { type Draft, type bodyOf, emptyDraft } from './draft';
import { setIfRoom } from './storage';

export interface UnsavedDraft {
  draft: Draft;
  /** The `updatedAt` of the edited version; null: the campaign is new. */
  base: string | null;
  /** When the text was typed. */
  at: string;
  /** The request that creates the campaign, if one was sent; absent: none. */
  creation?: Creation | null;
}

/** A request that creates a campaign. Its key makes sure that a repeat doesn't create another one. */
export interface Creation {
  key: string;
  body: ReturnType<typeof bodyOf>;
}

/** The unsaved drafts of a person in this tab. A null ID stands for the new campaign. */
export class UnsavedDrafts {
  readonly #storage: Storage;
  readonly #owner: string;

  /** @param owner the member, or the account of the key */
  constructor(storage: Storage, owner: string) {
    this.#storage = storage;
    this.#owner = owner;
  }

  read(id: string | null): UnsavedDraft | null {
    const text = this.#storage.getItem(this.#keyOf(id));
    if (text === null) return null;
    const kept = JSON.parse(text) as UnsavedDraft;
    // A previous version of the console may have written it.
    return { ...kept, draft: { ...emptyDraft, ...kept.draft } };
  }

  write(id: string | null, unsaved: UnsavedDraft): void {
    setIfRoom(this.#storage, this.#keyOf(id), JSON.stringify(unsaved));
  }

  /** @param only removes only this draft: another page of the tab may have written a newer one */
  remove(id: string | null, only?: Draft): void {
    if (only && JSON.stringify(this.read(id)?.draft) !== JSON.stringify({ ...emptyDraft, ...only })) return;
    this.#storage.removeItem(this.#keyOf(id));
  }

  #keyOf(id: string | null): string {
    return `carillon.draft.${this.#owner}.${id ?? 'new'}`;
  }
}
