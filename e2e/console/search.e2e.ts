import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, until } from '../../dev/driver/api';
import { newGroup, subscribe, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  expectOnly,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

/** The text of the option that the text field designates as active. */
const active = `(() => {
  const id = document.activeElement?.getAttribute('aria-activedescendant');
  return (id ? document.getElementById(id)?.innerText : null) ?? '';
})()`;

describeWith('chromium', 'the search of everything', () => {
  const name = unique('Harvest');
  let opened: Console;
  let page: Page;
  let owner: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    owner = await newPerson();
    const { user } = owner;
    const group = await newGroup(user, `${name} helpers`);
    await subscribe(user, group, `${name}@example.com`);
    await data('POST', '/campaigns/drafts', { name: `Our ${name} festival` }, user.key);
    await data('POST', '/topics', { name: `${name} news` }, user.key);
    await page.goto(opened.at('/campaigns'));
    await signInAs(page, owner);
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const input = () => page.getByRole('combobox', { name: 'Search campaigns, people, and pages' });
  const section = (heading: string) => page.getByRole('listbox').getByRole('group', { name: heading });
  const isActive = (text: RegExp) =>
    until(`the option ${String(text)}`, 60, async () => text.test(await page.evaluate<string>(active)));
  const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });

  it(
    'finds campaigns, people, groups, and topics with the keyboard',
    async () => {
      await page.keyboard.press('Control+k');
      await input().fill(name.toLowerCase());
      await section('Campaigns')
        .getByRole('option', { name: `Our ${name} festival` })
        .waitFor();
      await section('People').getByRole('option').waitFor();
      await section('Topics')
        .getByRole('option', { name: `${name} news` })
        .waitFor();
      await page.getByRole('status').filter({ hasText: '4 results' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await isActive(/festival/);
      await page.keyboard.press('End');
      await isActive(/news/);
      await page.keyboard.press('ArrowDown');
      await isActive(/festival/);
      await page.keyboard.press('ArrowUp');
      await isActive(/news/);
      await page.keyboard.press('Home');
      await isActive(/festival/);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await isActive(/helpers/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `${name} helpers` }).waitFor();
      await closed();
    },
    PATIENCE_MS,
  );

  it(
    'offers recent pages, actions, and an explanation if nothing is found',
    async () => {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await section('Recent pages').getByRole('option', { name: 'Campaigns' }).waitFor();
      expect(await section('Pages and actions').getByRole('option', { name: 'New campaign' }).count()).toBe(
        1,
      );
      await input().fill(`${name} nowhere`);
      await page.getByText(`No results for “${name} nowhere”.`).waitFor();
      await page.keyboard.press('Escape');
      await closed();

      await page.keyboard.press('Control+k');
      await input().fill('tracking');
      await input().fill('opens and');
      await isActive(/Opens and clicks/);
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: 'Opens and clicks', selected: true }).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'names the lists that could not be searched, and tries again',
    async () => {
      await page.route(/\/api\/v1\/media\?/, (route) => route.fulfill({ status: 403, json: {} }));
      await page.keyboard.press('Control+k');
      await input().fill(name);
      await page.getByRole('alert').getByText('Search failed: Media').waitFor();
      await section('Campaigns').getByRole('option').waitFor();
      await page.unroute(/\/api\/v1\/media\?/);
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await closed();
      expectOnly(opened.faults, /403/);
    },
    PATIENCE_MS,
  );

  it(
    'fits a phone, is in German, and offers viewers no actions that they may not use',
    async () => {
      const viewer = await newPerson('viewer', owner.user);
      await opened.context.clearCookies();
      await page.evaluate('localStorage.clear()');
      await page.evaluate("localStorage.setItem('carillon.language', 'de')");
      await page.setViewportSize({ width: 390, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(opened.at('/campaigns'));
      await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(viewer.email);
      await page.getByRole('textbox', { name: 'Passwort' }).fill(viewer.password);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByRole('heading', { name: 'Kampagnen' }).waitFor();
      await page.getByRole('button', { name: 'Suchen' }).click();
      const pages = page.getByRole('group', { name: 'Seiten und Aktionen' });
      await pages.getByRole('option', { name: 'Medien' }).waitFor();
      expect(await pages.getByRole('option', { name: 'Neue Kampagne' }).count()).toBe(0);
      expect(await pages.getByRole('option', { name: 'API-Schlüssel' }).count()).toBe(0);
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
