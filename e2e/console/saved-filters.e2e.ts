import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, call, data, text } from '../../dev/driver/api';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  unfitForPhones,
} from './open-console';

describeWith('chromium', 'saved filters in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let person: TestPerson;

  const key = () => person.user.key;
  const newDraft = async (name: string): Promise<string> =>
    text(await data('POST', '/campaigns/drafts', { name }, key()), 'createDraft', '_id');

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    person = await newPerson();
    const campaignIds = [await newDraft('Spring news')];
    await newDraft('Summer news');
    await data('POST', '/campaigns/organize', { campaignIds, addTags: ['Spring'] }, key());
    await page.goto(at('/campaigns'));
    await signInAs(page, person);
    await row('Spring news').waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const filters = async (): Promise<Json[]> =>
    (await data('GET', '/saved-filters', undefined, key())).savedFilters as Json[];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const row = (name: string) => page.getByRole('link', { name, exact: true });
  const enter = async (title: string, name: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
  };

  it(
    'are saved, and applied with the keyboard',
    async () => {
      expect(await button('Save this filter').count()).toBe(0);
      await page.getByRole('combobox', { name: 'Filter by tag' }).click();
      await page.getByRole('option', { name: 'Spring' }).click();
      await row('Summer news').waitFor({ state: 'detached' });
      await button('Save this filter').click();
      await page.getByRole('dialog', { name: 'Save this filter' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await enter('Save this filter', 'Spring drafts');
      // The button is gone, so the focus moves to the menu.
      await page.locator(':focus').getByText('Spring drafts').waitFor();
      await button('Save this filter').waitFor({ state: 'detached' });
      expect(await filters()).toMatchObject([
        { name: 'Spring drafts', tag: 'Spring', status: null, search: null, archived: false },
      ]);

      await page.goto(at('/campaigns'));
      await row('Summer news').waitFor();
      await button('Saved filters').focus();
      await page.keyboard.press('Enter');
      await item('Spring drafts').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await button('Saved filter: Spring drafts').waitFor();
      await row('Summer news').waitFor({ state: 'detached' });
      expect(page.url()).toContain('tag=Spring');
    },
    PATIENCE_MS,
  );

  it(
    'have names that differ, and are renamed and changed',
    async () => {
      await page.getByRole('searchbox', { name: 'Search by name' }).fill('news');
      await button('Save this filter').click();
      await enter('Save this filter', 'SPRING drafts');
      await page.getByText('Another saved filter has this name.').waitFor();
      // The refused request is expected.
      expect(faults.splice(0)).toEqual([expect.stringContaining('409')]);
      await page.keyboard.press('Escape');
      await button('Saved filters').click();
      await item('Save changes to “Spring drafts”').click();
      await page.getByText('“Spring drafts” changed.').waitFor();
      await button('Saved filter: Spring drafts').click();
      await item('Rename “Spring drafts”').click();
      await enter('Rename “Spring drafts”', 'News of spring');
      await button('Saved filter: News of spring').waitFor();
      expect(await filters()).toMatchObject([{ name: 'News of spring', tag: 'Spring', search: 'news' }]);
    },
    PATIENCE_MS,
  );

  it(
    'find nothing if their tag is no longer used',
    async () => {
      await call('POST', '/saved-filters', { name: 'Old', tag: 'Autumn' }, key());
      await page.goto(at('/campaigns'));
      await button('Saved filters').click();
      await item('Old').click();
      await page.getByText('No campaigns match').waitFor();
      await button('Saved filter: Old').waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'are deleted, and restored',
    async () => {
      await button('Saved filter: Old').click();
      await item('Delete “Old”').click();
      await page.getByText('“Old” deleted.').waitFor();
      await button('Saved filters').waitFor();
      expect(await filters()).toMatchObject([{ name: 'News of spring' }]);
      await button('Undo').click();
      await button('Saved filter: Old').waitFor();
      expect(await filters()).toMatchObject([{ name: 'News of spring' }, { name: 'Old', tag: 'Autumn' }]);
    },
    PATIENCE_MS,
  );

  it(
    'fit on phones, in German',
    async () => {
      const name = 'Ein gespeicherter Filter mit einem Namen aus sechzig Zeichen';
      await call('POST', '/saved-filters', { name, tag: 'Spring' }, key());
      const route = '/campaigns?tag=Spring';
      expect(await unfitForPhones(opened, [[route, 'Kampagnen']], 'Spring news')).toEqual([]);
      await page.getByRole('button', { name: `Gespeicherter Filter: ${name}` }).waitFor();
    },
    PATIENCE_MS,
  );
});
