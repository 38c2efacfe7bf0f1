import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data } from '../../dev/driver/api';
import { newGroup, subscribe } from '../../dev/driver/arrange';
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

/** More people than a page of the list has. */
const MANY = 55;

describeWith('chromium', 'the list of all people', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let person: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    person = await newPerson();
    await page.goto(at('/people'));
    await signInAs(page, person);
    await page.getByRole('link', { name: 'All people' }).click();
    await page.getByRole('heading', { name: 'No people yet' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  it(
    'shows their addresses and attributes page by page, and finds them',
    async () => {
      const { key } = person.user;
      expect(await seriousFindings(page)).toEqual([]);
      const ann = { email: ['ann@example.com'], phone: ['+4915155501921'], attributes: { city: 'Oslo' } };
      await data('POST', '/people', ann, key);
      await data('POST', '/people', { externalId: 'customer-7' }, key);
      const berta = { email: ['bl@example.com'], attributes: { fullName: 'Berta Lind' } };
      await data('POST', '/people', berta, key);
      for (let n = 0; n < MANY; n += 1)
        await data('POST', '/people', { email: [`person${n}@example.com`] }, key);
      await subscribe(person.user, await newGroup(person.user, 'Choir'), 'ann@example.com', {
        name: 'Ann Lovelace',
      });
      await page.reload();
      const rows = page.getByRole('row');
      await rows.filter({ hasText: '+4915155501921' }).getByText('city: Oslo').waitFor();
      expect(await rows.filter({ hasText: 'customer-7' }).getByText('No address').count()).toBe(1);
      const last = page.getByRole('link', { name: `person${MANY - 1}@example.com` });
      expect(await last.count()).toBe(0);
      await page.getByRole('button', { name: 'Show more' }).click();
      await last.waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      const search = page.getByRole('searchbox', { name: 'Search by address, name, or external ID' });
      const alone = async (): Promise<void> => {
        await page.getByRole('link', { name: 'person0@example.com' }).waitFor({ state: 'detached' });
      };
      await search.fill('customer-7');
      await alone();
      await rows.filter({ hasText: 'External ID: customer-7' }).waitFor();
      await search.fill('nobody@example.com');
      await page.getByText('Nobody has this address.').waitFor();
      // Words of the name find people without a group, and members by the data of their membership.
      await search.fill('lind ber');
      await rows.getByRole('link', { name: 'bl@example.com' }).waitFor();
      await search.fill('lovelace');
      await rows.getByRole('link', { name: 'ann@example.com' }).waitFor();
      await rows.getByRole('link', { name: 'bl@example.com' }).waitFor({ state: 'detached' });
      expect(await seriousFindings(page)).toEqual([]);
      await search.fill('zzz');
      await page.getByText('No contacts match.').waitFor();
      await search.fill('+49 151 55501921');
      await rows.getByRole('link', { name: 'ann@example.com' }).click();
      await page.getByRole('heading', { name: 'ann@example.com' }).waitFor();
      await page.getByRole('link', { name: '+4915155501921' }).waitFor();
    },
    3 * PATIENCE_MS,
  );

  it(
    'fits a phone, in dark mode and in another language',
    async () => {
      const places = [['/people/all', 'Alle Personen']] as const;
      expect(await unfitForPhones(opened, places, 'city: Oslo')).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
