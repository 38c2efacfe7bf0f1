import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, until } from '../../dev/driver/api';
import { type TestUser, newGroup, newUser, send, subscribe, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  unfitForPhones,
} from './open-console';

describeWith('chromium', 'the comparison of campaigns in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let user: TestUser;
  const called = unique('Compared');
  const ids: string[] = [];

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults } = opened);
    user = await newUser();
    const [all, some] = [await newGroup(user), await newGroup(user)];
    for (const name of ['ann', 'bob', 'eve']) await subscribe(user, all, `${unique(name)}@example.com`);
    await subscribe(user, some, `${unique('max')}@example.com`);
    await subscribe(user, some, `reject+${unique('moe')}@example.com`);
    for (const [name, group] of [
      ['good', all],
      ['bad', some],
    ] as const)
      ids.push(await send(user, [group], { name: `${called} ${name}`, emailMessage: '<p>Hi</p>' }));
    for (const id of ids)
      await until('the end', 60, async () => {
        const { report } = await data('GET', `/campaigns/${id}/report`, undefined, user.key);
        return (report as Json).status === 'SENT';
      });
    await page.goto(opened.at(`/campaigns?search=${called}`));
    await signInAs(page, await newPerson('viewer', user));
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const cellsOf = async (row: string): Promise<string[]> => {
    const cells = await page
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .locator('td')
      .allInnerTexts();
    return cells.map((cell) => cell.trim().replaceAll(/\s*\n\s*/g, ' '));
  };

  it(
    'begins with the selected campaigns, and marks the best values',
    async () => {
      const selection = page.getByRole('region', { name: 'Selected campaigns' });
      await page.getByRole('checkbox', { name: `Select ${called} good` }).check();
      expect(await selection.getByRole('button', { name: 'Compare' }).isDisabled()).toBe(true);
      // Viewers can compare campaigns, and change nothing.
      expect(await selection.getByRole('button', { name: 'Delete' }).count()).toBe(0);
      await page.getByRole('checkbox', { name: `Select ${called} bad` }).check();
      await selection.getByRole('button', { name: 'Compare' }).click();
      await page.getByRole('heading', { name: 'Compare campaigns' }).waitFor();
      await page.getByText('of the last 2 sent campaigns').waitFor();
      const heads = page.getByRole('columnheader');
      const order = (await heads.nth(0).innerText()).includes('good') ? [0, 1] : [1, 0];
      const inOrder = (cells: string[]) => [...order.map((index) => cells[index]), cells[2]];
      expect(inOrder(await cellsOf('Recipients'))).toEqual(['3', '2', '']);
      expect(inOrder(await cellsOf('Sent'))).toEqual(['3', '1', '']);
      expect(inOrder(await cellsOf('Delivered'))).toEqual(['100% 0 pp', '100% 0 pp', '100%']);
      expect(inOrder(await cellsOf('Opened'))).toEqual(['–', '–', '–']);
      expect(inOrder(await cellsOf('Failed'))).toEqual(['0% Best', '50%', '–']);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'says that a campaign was deleted, and fits a phone',
    async () => {
      const gone = '0'.repeat(23) + '1';
      const path = `/campaigns/compare?ids=${[...ids, gone].join(',')}`;
      await page.goto(opened.at(path));
      await page.getByText('One of these campaigns was deleted.').waitFor();
      await page.getByRole('row', { name: 'Failed' }).waitFor();
      await page.goto(opened.at(`/campaigns/compare?ids=${gone},${ids[0]}`));
      await page.getByRole('heading', { name: 'Choose campaigns to compare' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.goto(opened.at('/campaigns/compare'));
      await page.getByRole('heading', { name: 'Choose campaigns to compare' }).waitFor();
      const german = [[path, 'Kampagnen vergleichen']] as const;
      expect(await unfitForPhones(opened, german, 'Bester Wert')).toEqual([]);
    },
    PATIENCE_MS,
  );
});
