import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, list } from '../../dev/driver/api';
import { newGroup } from '../../dev/driver/arrange';
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

interface Editor {
  lists: string;
  create: string;
  field: string;
  path: string;
  saved: string;
}

const editors: readonly Editor[] = [
  {
    ...{ lists: 'Segments', create: 'New segment', field: 'Segment name' },
    ...{ path: '/segments', saved: 'segments' },
  },
  {
    ...{ lists: 'Sign-up forms', create: 'New sign-up form', field: 'Form name' },
    ...{ path: '/sign-up-forms', saved: 'signUpForms' },
  },
];

describeWith('chromium', 'an editor with unsaved changes', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let person: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults } = opened);
    person = await newPerson();
    const { user } = person;
    const group = (await newGroup(user, 'Choir')).id;
    const conditions = { all: [{ group }] };
    await data('POST', '/segments', { name: 'Singers', conditions }, user.key);
    const form = { group, language: 'en', title: 'News', wording: 'Send me news.' };
    await data('POST', '/sign-up-forms', { name: 'Singers', ...form }, user.key);
    await page.goto(opened.at('/people'));
    await signInAs(page, person);
    await page.getByRole('link', { name: 'Choir' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });

  it.each(editors)(
    'asks before the reader leaves $lists by a link, by Back, or by closing the tab',
    async ({ lists, create, field, path, saved }) => {
      const name = page.getByRole('textbox', { name: field });
      await link(lists).click();
      await link(create).first().click();
      // Nothing is lost.
      await link('Groups').or(link('People')).first().click();
      await page.getByRole('heading', { name: 'People', exact: true }).waitFor();
      await link(lists).click();

      await link(create).first().click();
      await name.fill('Alto');
      await page.getByRole('main').getByRole('link', { name: lists }).click();
      await question().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await button('Stay on this page').click();
      await question().waitFor({ state: 'detached' });
      expect(await name.inputValue()).toBe('Alto');
      await page.goBack();
      await question().waitFor();
      await page.keyboard.press('Escape');
      await question().waitFor({ state: 'detached' });
      expect(await name.inputValue()).toBe('Alto');
      const closing = page.waitForEvent('dialog');
      const closed = page.close({ runBeforeUnload: true });
      const asked = await closing;
      expect(asked.type()).toBe('beforeunload');
      await asked.dismiss();
      await closed;
      expect(await name.inputValue()).toBe('Alto');
      await page.goBack();
      await button('Discard changes').click();

      // A change of a stored one, which is saved.
      await page.getByRole('link', { name: 'Singers' }).click();
      await name.fill('Singers 2');
      await page.getByRole('main').getByRole('link', { name: lists }).click();
      await page.setViewportSize({ width: 390, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      await button('Stay on this page').click();
      await button('Save').click();
      const names = async () => list(await data('GET', path, undefined, person.user.key), saved);
      await page.getByText(/saved\.$/).waitFor();
      expect(await names()).toMatchObject([{ name: 'Singers 2' }]);
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(opened.at('/people'));
      await page.getByRole('link', { name: 'Choir' }).waitFor();
    },
    3 * PATIENCE_MS,
  );
});
