import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, until } from '../../dev/driver/api';
import { type TestUser, newGroup, newUser, send, subscribe, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

/** The width of the content of an A4 page (px). */
const PAPER_PX = 690;

describeWith('chromium', 'the export of a report in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let user: TestUser;
  const name = `=${unique('Exported')}`;
  let campaign: string;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults } = opened);
    user = await newUser();
    await data('PATCH', '/account/tracking', { mode: 'AGGREGATE' }, user.key);
    const group = await newGroup(user);
    await subscribe(user, group, `${unique('ann')}@example.com`);
    await subscribe(user, group, `reject+${unique('bob')}@example.com`);
    const emailMessage = '<p><a href="https://shop.example/sale">Sale</a></p>';
    campaign = await send(user, [group], { name, emailMessage });
    await until('the end', 60, async () => {
      const { report } = await data('GET', `/campaigns/${campaign}/report`, undefined, user.key);
      return (report as Json).status === 'SENT';
    });
    await page.goto(opened.at(`/campaigns/${campaign}/report`));
    await signInAs(page, await newPerson('viewer', user));
    await page.getByRole('heading', { name }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  it(
    'is a CSV file with texts instead of codes, and without formulas',
    async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Print or save as PDF' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Download report (CSV)' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`report-${campaign}.csv`);
      const rows = parse(await readFile(await file.path(), 'utf8'), { bom: true });
      const has = (...row: string[]) => expect(rows).toContainEqual(row);
      has('section', 'at', 'channel', 'item', 'measure', 'value');
      has('Campaign', '', '', '', 'Name', `'${name}`);
      has('Results', '', '', '', 'Recipients', '2');
      has('Results', '', 'Email', '', 'Sent in total', '1');
      has('Links', '', 'Email', 'https://shop.example/sale', 'Clicks', '0');
      has('Domains of links', '', 'Email', 'shop.example', 'Clicks', '0');
      has('Domains of recipients', '', 'Email', 'example.com', 'Recipients', '2');
      expect(rows.find(([section]) => section === 'Reasons')?.[3]).toBe('Refused by the provider’s policy');
      await page.getByText('Report downloaded.').waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'is printed without controls, in light colors, and no wider than the paper',
    async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('button', { name: 'Details' }).click();
      await page.locator('.recharts-surface').first().waitFor();
      await page.setViewportSize({ width: PAPER_PX, height: 1000 });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.locator('html[data-mantine-color-scheme=light]').waitFor();
      expect(await page.title()).toBe(name);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        'rgb(255, 255, 255)',
      );
      await page.getByRole('heading', { name }).waitFor();
      const controls = page.locator('nav, main .mantine-Button-root, main .mantine-ActionIcon-root');
      await until('no controls', 60, async () => {
        const shown = await Promise.all((await controls.all()).map((each) => each.isVisible()));
        return !shown.includes(true);
      });
      expect(await page.getByRole('searchbox').isVisible()).toBe(false);
      const cut = `[...document.querySelectorAll('main *')]
        .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth)
        .map(({ tagName, className }) => tagName + ' ' + String(className))`;
      expect([await isTooWide(page), await page.evaluate<string[]>(cut)]).toEqual([false, []]);
      expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');

      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
      expect(await page.title()).toBe(`${name} · Carillon`);
    },
    PATIENCE_MS,
  );
});
