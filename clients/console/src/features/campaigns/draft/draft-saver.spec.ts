import type { Schemas } from '@carillon/sdk';
import { type Draft, bodyOf, emptyDraft } from './draft';
import { type Changes, type Clock, type DraftApi, DraftSaver, RETRY_MS, SAVE_MS } from './draft-saver';
import { OwnSaves } from './own-saves';
import { changeIn, translationOf, withLanguage, withoutLanguage } from './translation';
import { UnsavedDrafts } from './unsaved-drafts';

type Campaign = Schemas['CampaignDetail'];
type Body = ReturnType<typeof bodyOf>;

const BEGIN = Date.UTC(2026, 2, 1, 10);

/** Time passes only through `pass`. */
class TestClock implements Clock {
  #now = BEGIN;
  #timers: { at: number; run: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { run } of due) run();
    await settled();
  }
}

class TestStorage implements Storage {
  readonly #items = new Map<string, string>();
  isFull = false;

  get length(): number {
    return this.#items.size;
  }

  readonly key = (index: number): string | null => [...this.#items.keys()][index] ?? null;
  readonly getItem = (key: string): string | null => this.#items.get(key) ?? null;
  readonly removeItem = (key: string): void => void this.#items.delete(key);
  readonly clear = (): void => this.#items.clear();

  readonly setItem = (key: string, text: string): void => {
    if (this.isFull) throw new DOMException('', 'QuotaExceededError');
    this.#items.set(key, text);
  };
}

const UNAVAILABLE = new Error('unavailable');
const INVALID = new Error('invalid');

/** A store of campaigns with a version for each save. It trims names. */
class TestApi implements DraftApi {
  readonly campaigns = new Map<string, Campaign>();
  /** The names that requests contained. */
  readonly requests: (string | null)[] = [];
  /** The campaigns by the keys of the requests that created them. */
  readonly #created = new Map<string, Campaign>();
  /** The errors of the next requests, and whether each request fails before or after it takes effect. */
  failures: { error: Error; isCarriedOut?: boolean }[] = [];
  /** Requests wait until it is called. */
  release: (() => void) | null = null;
  /** The number of translations that the last request removed. */
  removed = 0;
  #versions = 0;
  #gate = Promise.resolve();

  hold(): void {
    this.#gate = new Promise((done) => (this.release = done));
  }

  store(id: string, body: Partial<Body>): Campaign {
    const { name, emailMessage, translations: given, ...others } = { ...bodyOf(emptyDraft), ...body };
    const translations = Object.fromEntries(
      Object.entries(given).map(([tag, texts]) => [tag, { emailMjml: null, emailDesign: null, ...texts }]),
    );
    const html = body.emailDesign ? '<p>made</p>' : (emailMessage ?? '');
    const source = { emailDesign: body.emailDesign ?? null, emailMjml: null };
    const texts = { name: name?.trim() ?? '', message: html, ...source };
    const version = { ...others, ...texts, translations, updatedAt: `v${++this.#versions}` };
    const campaign = { _id: id, status: 'DRAFT', ...version } as unknown as Campaign;
    this.campaigns.set(id, campaign);
    return campaign;
  }

  readonly create = (body: Body, key = ''): Promise<{ _id: string }> =>
    this.#answer(body, () => {
      const campaign = this.#created.get(key) ?? this.store(`c${this.campaigns.size + 1}`, body);
      if (key !== '') this.#created.set(key, campaign);
      return campaign;
    });

  readonly read = (id: string): Promise<Campaign> => this.#answer(null, () => this.get(id));

  readonly update = (
    id: string,
    { ifUpdatedAt, translations, ...others }: Changes,
  ): Promise<Campaign | null> => {
    const present = Object.entries(translations).filter(([, texts]) => texts !== null);
    const body = { ...others, translations: Object.fromEntries(present) } as Body;
    this.removed = Object.keys(translations).length - present.length;
    return this.#answer(body, () => (this.get(id).updatedAt === ifUpdatedAt ? this.store(id, body) : null));
  };

  readonly isTemporary = (error: unknown): boolean => error === UNAVAILABLE;

  get(id: string): Campaign {
    const campaign = this.campaigns.get(id);
    if (!campaign) throw new Error(`There is no campaign ${id}`);
    return campaign;
  }

  async #answer<T>(body: Body | null, carryOut: () => T): Promise<T> {
    if (body) this.requests.push(body.name);
    await this.#gate;
    const failure = this.failures.shift();
    if (failure && !failure.isCarriedOut) throw failure.error;
    const answer = carryOut();
    if (failure) throw failure.error;
    return answer;
  }
}

/** Resolves after the handlers of all settled promises have run. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('the saver of a draft', () => {
  let clock: TestClock;
  let api: TestApi;
  let tab: TestStorage;
  let browser: TestStorage;
  let saved: [id: string, isFirst: boolean][];
  let copies: number;

  beforeEach(() => {
    [clock, api, tab, browser] = [new TestClock(), new TestApi(), new TestStorage(), new TestStorage()];
    [saved, copies] = [[], 0];
  });

  const unsaved = () => new UnsavedDrafts(tab, 'ada');
  const open = (opened: Campaign | null, mayWrite = true, blank: Draft = emptyDraft): DraftSaver => {
    const saver = new DraftSaver({
      ...{ opened, blank, api, mayWrite, clock },
      unsaved: unsaved(),
      ownSaves: new OwnSaves(browser),
      onSaved: ({ _id }, isFirst) => saved.push([_id, isFirst]),
      onCopied: () => (copies += 1),
    });
    saver.enter();
    return saver;
  };
  const stored = (): Campaign => api.store('c1', { name: 'Spring', groups: ['g'], smsMessage: 'Hi' });
  const name = (): string => api.get('c1').name;

  it('saves after a pause in typing', async () => {
    const saver = open(stored());
    saver.change({ name: 'S' });
    await clock.pass(SAVE_MS - 1);
    saver.change({ name: 'Su' });
    await clock.pass(SAVE_MS - 1);
    expect(saver.state()).toMatchObject({ status: 'unsaved', isSaved: false });
    expect(api.requests).toEqual([]);
    await clock.pass(1);
    expect(api.requests).toEqual(['Su']);
    expect(saver.state()).toMatchObject({ status: 'saved', isSaved: true, saved: { name: 'Su' } });
    expect(saved).toEqual([['c1', false]]);
  });

  it('saves blocks before it replaces them with their HTML', async () => {
    const saver = open(stored());
    saver.change({ emailDesign: { blocks: [{ type: 'divider' }] } });
    expect(await saver.detachEmail(null)).toBe(true);
    expect(saver.state()).toMatchObject({
      draft: { emailDesign: null, emailMessage: '<p>made</p>' },
      saved: { emailDesign: { blocks: [{ type: 'divider' }] } },
    });
    await clock.pass(SAVE_MS);
    expect(api.get('c1')).toMatchObject({ emailDesign: null, message: '<p>made</p>' });
    api.failures = [{ error: INVALID }];
    saver.change({ emailDesign: { blocks: [{ type: 'divider' }] } });
    expect(await saver.detachEmail(null)).toBe(false);
    expect(saver.state().draft.emailDesign).not.toBeNull();
  });

  it('saves each language, and removes one', async () => {
    const saver = open(stored());
    saver.change(withLanguage({ ...emptyDraft, smsMessage: 'Hi' }, 'de'));
    saver.change(changeIn(saver.state().draft, 'de', { smsMessage: 'Hallo' }));
    expect(await saver.flush()).toBe(true);
    expect(api.get('c1').translations).toMatchObject({ de: { smsMessage: 'Hallo', subject: null } });
    expect(api.removed).toBe(0);
    saver.change(withoutLanguage(saver.state().draft, 'de'));
    expect(await saver.flush()).toBe(true);
    expect([api.removed, api.get('c1').translations]).toEqual([1, {}]);
    expect(saver.state()).toMatchObject({ isSaved: true, status: 'saved' });
  });

  it('replaces the blocks of a translation with their HTML', async () => {
    const saver = open(stored());
    saver.change({ translations: { de: { ...translationOf(emptyDraft), emailMessage: '<p>Hallo</p>' } } });
    expect(await saver.detachEmail('de')).toBe(true);
    const { draft } = saver.state();
    expect(draft.translations.de).toMatchObject({ emailMessage: '<p>Hallo</p>', emailDesign: null });
    expect(draft.emailMessage).toBe('');
  });

  it('runs one save at a time, and saves the newest edit after it', async () => {
    const saver = open(stored());
    api.hold();
    saver.change({ name: 'First' });
    await clock.pass(SAVE_MS);
    expect(saver.state().status).toBe('saving');
    saver.change({ name: 'Second' });
    await clock.pass(SAVE_MS);
    saver.change({ name: 'Third' });
    await clock.pass(SAVE_MS);
    expect(api.requests).toEqual(['First']);
    api.release?.();
    await settled();
    expect(saver.state()).toMatchObject({ draft: { name: 'Third' }, saved: { name: 'First' } });
    expect(unsaved().read('c1')).toMatchObject({ draft: { name: 'Third' }, base: 'v2' });
    await clock.pass(0);
    expect(api.requests).toEqual(['First', 'Third']);
    expect(name()).toBe('Third');
  });

  it('repeats a save that failed temporarily, and keeps the text in the tab until then', async () => {
    const saver = open(stored());
    api.failures = [{ error: UNAVAILABLE }, { error: UNAVAILABLE }];
    saver.change({ name: 'Kept' });
    await clock.pass(SAVE_MS);
    expect(saver.state()).toMatchObject({ status: 'retrying', error: UNAVAILABLE });
    expect(unsaved().read('c1')).toMatchObject({ draft: { name: 'Kept' }, base: 'v1' });
    await clock.pass(RETRY_MS - 1);
    expect(api.requests).toHaveLength(1);
    await clock.pass(1);
    await clock.pass(RETRY_MS);
    expect(api.requests).toEqual(['Kept', 'Kept', 'Kept']);
    expect(saver.state()).toMatchObject({ status: 'saved', error: null });
    expect(unsaved().read('c1')).toBeNull();
  });

  it('repeats a save that was refused only after an edit, a request, or another sign-in', async () => {
    const saver = open(stored());
    api.failures = [{ error: INVALID }, { error: INVALID }, { error: INVALID }];
    saver.change({ name: 'One' });
    await clock.pass(SAVE_MS);
    expect(saver.state()).toMatchObject({ status: 'unsaved', error: INVALID });
    await clock.pass(10 * RETRY_MS);
    expect(api.requests).toHaveLength(1);
    saver.change({ name: 'Two' });
    await clock.pass(SAVE_MS);
    expect(await saver.flush()).toBe(false);
    expect(api.requests).toEqual(['One', 'Two', 'Two']);
    const { create, read, update, isTemporary } = api;
    saver.use({ api: { create, read, update, isTemporary }, mayWrite: true });
    await clock.pass(0);
    expect(name()).toBe('Two');
    expect(saver.state()).toMatchObject({ status: 'saved', error: null });
  });

  it('shows no error for an edit that was undone after a refusal', async () => {
    const saver = open(stored());
    api.failures = [{ error: INVALID }];
    saver.change({ name: 'Refused' });
    await clock.pass(SAVE_MS);
    saver.change({ name: 'Spring' });
    expect(saver.state()).toMatchObject({ status: 'saved', error: null });
  });

  it('treats a draft as saved even if the API normalizes a value', async () => {
    const saver = open(stored());
    saver.change({ name: 'Padded ' });
    await clock.pass(SAVE_MS);
    expect(saver.state()).toMatchObject({ status: 'saved', draft: { name: 'Padded ' } });
    await clock.pass(10 * SAVE_MS);
    expect(await saver.flush()).toBe(true);
    expect(api.requests).toEqual(['Padded ']);
  });

  it('joins requests to save, and repeats a save in progress that fails', async () => {
    const saver = open(stored());
    api.hold();
    saver.change({ name: 'First' });
    await clock.pass(SAVE_MS);
    saver.change({ name: 'Second' });
    api.failures = [{ error: INVALID }];
    const flushed = saver.flush();
    const hidden = saver.hide();
    api.release?.();
    expect(await flushed).toBe(true);
    await hidden;
    expect(api.requests).toEqual(['First', 'Second']);
  });

  it('saves nothing of an edit that is undone, and does not restore it', async () => {
    const saver = open(stored());
    saver.change({ name: 'Mistake' });
    saver.change({ name: 'Spring' });
    await clock.pass(SAVE_MS);
    expect(api.requests).toEqual([]);
    expect(unsaved().read('c1')).toBeNull();
  });

  it('saves that a stored campaign has lost its name, and waits for a correct reply address', async () => {
    const saver = open(stored());
    saver.change({ name: '', groups: [], smsMessage: '' });
    await clock.pass(SAVE_MS);
    expect(api.get('c1')).toMatchObject({ name: '', groups: [], smsMessage: null });
    saver.change({ name: 'Summer', replyTo: 'ann@' });
    await clock.pass(SAVE_MS);
    expect(saver.state().status).toBe('unsaved');
    expect(name()).toBe('');
    saver.change({ replyTo: 'ann@example.com' });
    await clock.pass(SAVE_MS);
    expect(name()).toBe('Summer');
  });

  it("continues when the browser's storage is full", async () => {
    const saver = open(stored());
    tab.isFull = browser.isFull = true;
    saver.change({ name: 'Without room' });
    await clock.pass(SAVE_MS);
    expect(saver.state()).toMatchObject({ status: 'saved', error: null });
    expect(name()).toBe('Without room');
  });

  it('saves nothing for people with read-only access, or after the campaign was sent', async () => {
    const [reader, sent] = [open(stored(), false), open({ ...stored(), status: 'SENT' })];
    for (const saver of [reader, sent]) {
      expect(saver.state().isOpen).toBe(false);
      saver.change({ name: 'Changed' });
    }
    await clock.pass(SAVE_MS);
    expect(api.requests).toEqual([]);
    expect(tab).toHaveLength(0);
  });

  it('shows no change after an edit that changes nothing', () => {
    const saver = open(stored());
    const before = saver.state();
    saver.change({ name: 'Spring' });
    expect(saver.state()).toBe(before);
  });

  describe('of a new campaign', () => {
    it('is stored after the first pause in typing, and keeps the text in the tab until then', async () => {
      const saver = open(null);
      expect(saver.state().status).toBe('untouched');
      await clock.pass(SAVE_MS);
      saver.change({ smsMessage: 'H' });
      expect(unsaved().read(null)).toMatchObject({ draft: { smsMessage: 'H' }, base: null });
      await clock.pass(SAVE_MS);
      expect(api.requests).toEqual([null]);
      expect(saved).toEqual([['c1', true]]);
      expect(unsaved().read(null)).toBeNull();
      saver.change({ name: 'Newer' });
      await clock.pass(SAVE_MS);
      expect(name()).toBe('Newer');
      expect(saved).toEqual([
        ['c1', true],
        ['c1', false],
      ]);
    });

    it('is not stored while it has only the group of the link, unless the person requests it', async () => {
      const saver = open(null, true, { ...emptyDraft, groups: ['g'] });
      await clock.pass(SAVE_MS);
      saver.change({ name: 'Mistake' });
      saver.change({ name: '' });
      await clock.pass(SAVE_MS);
      expect(saver.state().status).toBe('untouched');
      saver.leave();
      await settled();
      expect(api.requests).toEqual([]);
      expect(await saver.flush()).toBe(true);
      expect(api.get('c1')).toMatchObject({ name: '', groups: ['g'] });
    });

    it('is stored when the page is left', async () => {
      const saver = open(null);
      saver.change({ name: 'Last words' });
      saver.leave();
      await settled();
      expect(name()).toBe('Last words');
      expect(unsaved().read(null)).toBeNull();
    });

    it('is stored once, also if the response is lost and the page is opened again', async () => {
      const saver = open(null);
      saver.change({ name: 'One' });
      api.failures = [{ error: UNAVAILABLE, isCarriedOut: true }];
      await clock.pass(SAVE_MS);
      expect(saver.state().status).toBe('retrying');
      saver.change({ name: 'Two' });
      const again = open(null);
      await clock.pass(0);
      expect(again.state()).toMatchObject({ status: 'saved', restoredAt: null });
      expect(name()).toBe('Two');
      await clock.pass(RETRY_MS);
      expect([...api.campaigns.keys()]).toEqual(['c1']);
    });

    it('is stored with its current content after a refusal', async () => {
      const saver = open(null);
      saver.change({ name: 'Refused' });
      api.failures = [{ error: INVALID }];
      await clock.pass(SAVE_MS);
      expect(saver.state()).toMatchObject({ status: 'unsaved', error: INVALID });
      saver.change({ name: 'Better' });
      await clock.pass(SAVE_MS);
      expect(api.requests).toEqual(['Refused', 'Better']);
      expect([...api.campaigns.values()].map((each) => each.name)).toEqual(['Better']);
    });

    it('restores the text after a crash, until the person starts over', () => {
      open(null).change({ name: 'Typed before' });
      const saver = open(null);
      expect(saver.state()).toMatchObject({
        ...{ draft: { name: 'Typed before' }, saved: null },
        restoredAt: new Date(BEGIN).toISOString(),
      });
      saver.startOver();
      expect(saver.state()).toMatchObject({ draft: emptyDraft, restoredAt: null });
      expect(open(null).state().restoredAt).toBeNull();
    });

    it('does not mark the text as restored after it is saved', async () => {
      open(null).change({ name: 'Typed before' });
      const saver = open(null);
      expect(await saver.flush()).toBe(true);
      expect(saver.state().restoredAt).toBeNull();
    });

    it('restores nothing if no text was kept, and never the text of other people', () => {
      const saver = open(null);
      saver.change({ name: 'Mistake' });
      saver.change({ name: '' });
      expect(open(null).state().restoredAt).toBeNull();
      open(null).change({ name: 'Of Ada' });
      expect(new UnsavedDrafts(tab, 'bob').read(null)).toBeNull();
    });

    it('edits the created campaign, also if it could not be read', async () => {
      const saver = open(null);
      saver.change({ name: 'Unread' });
      const { create, read, update, isTemporary } = api;
      let isUnread = true;
      const broken = {
        ...{ create, update, isTemporary },
        read: (id: string) => (isUnread ? Promise.reject(INVALID) : read(id)),
      };
      saver.use({ api: broken, mayWrite: true });
      expect(await saver.flush()).toBe(false);
      isUnread = false;
      saver.change({ name: 'Unread again' });
      expect(await saver.flush()).toBe(true);
      expect([...api.campaigns.keys()]).toEqual(['c1']);
      expect(name()).toBe('Unread again');
    });

    it('creates the campaign with one request', async () => {
      const saver = open(null);
      saver.change({ name: 'Padded ' });
      expect(await saver.flush()).toBe(true);
      expect(api.requests).toEqual(['Padded ']);
    });

    it('saves an edit during the first save after it', async () => {
      const saver = open(null);
      saver.change({ name: 'First' });
      api.hold();
      const flushed = saver.flush();
      saver.change({ name: 'Second' });
      api.release?.();
      expect(await flushed).toBe(true);
      expect(name()).toBe('Second');
      // The next new campaign begins without this text.
      expect(unsaved().read(null)).toBeNull();
      expect(unsaved().read('c1')).toBeNull();
    });
  });

  describe('in a conflict', () => {
    const conflicting = async (): Promise<DraftSaver> => {
      const saver = open(stored());
      api.store('c1', { name: 'Theirs', groups: ['g'], smsMessage: 'Hi' });
      saver.change({ name: 'Mine' });
      await clock.pass(SAVE_MS);
      return saver;
    };

    it('keeps both versions until the person chooses', async () => {
      const saver = await conflicting();
      const { draft, conflict, status } = saver.state();
      expect([draft.name, conflict?.theirs.name, status]).toEqual(['Mine', 'Theirs', 'unsaved']);
      expect(conflict?.isOwn).toBe(false);
      await clock.pass(10 * RETRY_MS);
      expect(await saver.flush()).toBe(false);
      expect(api.requests).toEqual(['Mine']);
      expect(name()).toBe('Theirs');
      expect(unsaved().read('c1')).toMatchObject({ draft: { name: 'Mine' }, base: 'v1' });
    });

    it('shows the conflict again after a reload', async () => {
      await conflicting();
      const saver = open(api.get('c1'));
      expect(saver.state()).toMatchObject({
        ...{ draft: { name: 'Mine' }, conflict: { theirs: { name: 'Theirs' } } },
      });
    });

    it('has no conflict after a reload if the kept text is the stored version', async () => {
      await conflicting();
      const saver = open(api.store('c1', { name: 'Mine', groups: ['g'], smsMessage: 'Hi' }));
      expect(saver.state()).toMatchObject({ conflict: null, status: 'saved' });
    });

    it('has no conflict after the campaign was sent, and shows the stored version', async () => {
      await conflicting();
      const saver = open({ ...api.get('c1'), status: 'SENT' });
      expect(saver.state()).toMatchObject({ draft: { name: 'Theirs' }, conflict: null });
    });

    it('replaces the other version, but not one that is still newer', async () => {
      const saver = await conflicting();
      api.store('c1', { name: 'Theirs again', groups: ['g'] });
      await saver.resolve('mine');
      expect(saver.state()).toMatchObject({ conflict: { theirs: { name: 'Theirs again' } } });
      await saver.resolve('mine');
      expect(saver.state()).toMatchObject({ conflict: null, status: 'saved' });
      expect(name()).toBe('Mine');
    });

    it('shows the other version', async () => {
      const saver = await conflicting();
      await saver.resolve('theirs');
      expect(saver.state()).toMatchObject({ draft: { name: 'Theirs' }, conflict: null, status: 'saved' });
      expect(unsaved().read('c1')).toBeNull();
    });

    it('stores the draft as a new campaign, and stays in the conflict if that fails', async () => {
      const saver = await conflicting();
      api.failures = [{ error: INVALID }];
      await saver.resolve('both');
      expect(saver.state()).toMatchObject({ error: INVALID, isBusy: false, conflict: {} });
      await saver.resolve('both');
      expect(saver.state()).toMatchObject({ draft: { name: 'Theirs' }, conflict: null, error: null });
      expect([...api.campaigns.values()].map((each) => each.name)).toEqual(['Theirs', 'Mine']);
      expect(copies).toBe(1);
    });

    it('has no conflict if the newer version is the same, as after a save without a response', async () => {
      const saver = open(stored());
      api.failures = [{ error: UNAVAILABLE, isCarriedOut: true }];
      saver.change({ name: 'Mine' });
      await clock.pass(SAVE_MS);
      expect(saver.state().status).toBe('retrying');
      await clock.pass(RETRY_MS);
      expect(saver.state()).toMatchObject({ status: 'saved', conflict: null, saved: { updatedAt: 'v2' } });
    });

    it('recognizes a version from another tab of this browser', async () => {
      const [saver, other] = [open(stored()), open(api.get('c1'))];
      other.change({ name: 'In the other tab' });
      expect(await other.flush()).toBe(true);
      saver.change({ name: 'In this tab' });
      await clock.pass(SAVE_MS);
      expect(saver.state().conflict?.isOwn).toBe(true);
    });
  });

  describe('that is left', () => {
    it('saves without a pause', async () => {
      const saver = open(stored());
      saver.change({ name: 'Last words' });
      saver.leave();
      await settled();
      expect(name()).toBe('Last words');
      expect(unsaved().read('c1')).toBeNull();
    });

    it('saves an edit that was made during a save', async () => {
      const saver = open(stored());
      api.hold();
      saver.change({ name: 'First' });
      await clock.pass(SAVE_MS);
      saver.change({ name: 'Second' });
      saver.leave();
      api.release?.();
      await settled();
      expect(api.requests).toEqual(['First', 'Second']);
      expect(name()).toBe('Second');
    });

    it('does not repeat a failed save, whose text stays in the tab', async () => {
      const saver = open(stored());
      api.failures = [{ error: UNAVAILABLE }];
      saver.change({ name: 'Kept' });
      await clock.pass(SAVE_MS);
      saver.leave();
      await clock.pass(10 * RETRY_MS);
      expect(api.requests).toEqual(['Kept']);
      const restored = open(api.get('c1'));
      expect(restored.state().draft.name).toBe('Kept');
      await clock.pass(0);
      expect(name()).toBe('Kept');
    });

    it('does not repeat a last save that fails', async () => {
      const saver = open(stored());
      api.failures = [{ error: UNAVAILABLE }];
      saver.change({ name: 'Kept' });
      saver.leave();
      await settled();
      await clock.pass(10 * RETRY_MS);
      expect(api.requests).toEqual(['Kept']);
    });

    it('does not remove text that another page of the tab has written since', async () => {
      const opened = stored();
      const left = open(opened);
      api.hold();
      left.change({ name: 'Saving' });
      await clock.pass(SAVE_MS);
      left.change({ name: 'Left' });
      left.leave();
      open(opened).change({ name: 'Newer' });
      api.release?.();
      await settled();
      expect(name()).toBe('Left');
      expect(unsaved().read('c1')).toMatchObject({ draft: { name: 'Newer' } });
    });

    it('saves when its page is hidden, and continues afterward', async () => {
      const saver = open(stored());
      saver.change({ name: 'Hidden' });
      await saver.hide();
      expect(name()).toBe('Hidden');
      saver.change({ name: 'Shown again' });
      await clock.pass(SAVE_MS);
      expect(name()).toBe('Shown again');
    });
  });
});
