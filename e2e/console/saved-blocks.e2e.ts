import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, until } from '../../dev/driver/api';
import { unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

describeWith('chromium', 'saved blocks of the visual editor', () => {
  let opened: Console;
  let page: Page;
  let person: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    person = await newPerson();
    await page.goto(opened.at('/templates'));
    await signInAs(page, person);
    await page.getByRole('heading', { name: 'Save your first template' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const blocks = () => page.locator('.design-editor .design-frame');
  const start = async (): Promise<void> => {
    await page.goto(opened.at('/campaigns/new'));
    await page.getByRole('textbox', { name: 'Name' }).first().fill(unique('Blocks'));
  };
  const saved = async (): Promise<Json[]> =>
    (await data('GET', '/templates?kind=BLOCKS', undefined, person.user.key)).templates as Json[];

  it(
    'are saved, inserted as copies, renamed, and deleted, with the keyboard',
    async () => {
      await start();
      await button('Saved blocks').click();
      await page.getByRole('dialog').getByText('Select a block').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('button:focus', { hasText: 'Saved blocks' }).waitFor();

      await button('Add: Columns').click();
      await button('Add block: column 1').click();
      await page.getByRole('menuitem', { name: 'Text' }).click();
      await page.locator('[contenteditable=true]:focus').waitFor();
      await page.keyboard.type('Our opening hours');
      await page.getByRole('group', { name: /^Columns, block/ }).focus();
      await button('Save block').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).last().fill('Hours');
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await until('the saved block', 60, async () => (await saved()).length === 1);
      await page.getByText('Hours saved.').waitFor({ state: 'attached' });

      // The original changes, and the saved block does not.
      await page.getByText('Our opening hours').click();
      await page.keyboard.press('End');
      await page.keyboard.type(' are new');
      await page.getByText('Our opening hours are new').waitFor();

      await start();
      await button('Add: Heading').click();
      await button('Saved blocks').focus();
      await page.keyboard.press('Enter');
      await button('Insert: Hours').focus();
      await page.keyboard.press('Enter');
      await page.getByText('Our opening hours', { exact: true }).waitFor();
      await page.locator('.design-frame:focus').waitFor();
      expect(await blocks().count()).toBe(3);
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Control+z');
      await page.getByText('Our opening hours').waitFor({ state: 'detached' });
      expect(await blocks().count()).toBe(1);

      await button('Saved blocks').click();
      await button('Rename: Hours').click();
      const rename = page.getByRole('dialog', { name: 'Rename' });
      await rename.getByRole('textbox').fill('Opening hours');
      await rename.getByRole('button', { name: 'Save' }).click();
      await button('Insert: Opening hours').waitFor();
      await button('Delete: Opening hours').click();
      await page
        .getByRole('dialog', { name: /^Delete/ })
        .getByRole('button', { name: 'Delete' })
        .click();
      await until('the deletion', 60, async () => (await saved()).length === 0);
      await page.getByText('Select a block').waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    'fit a phone in another language',
    async () => {
      await page.evaluate("localStorage.setItem('carillon.language', 'de')");
      await page.setViewportSize({ width: 390, height: 780 });
      await start();
      await button('Gespeicherte Blöcke').click();
      await page.getByText('Wählen Sie einen Block aus').waitFor();
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
