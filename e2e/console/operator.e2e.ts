import type { Page } from 'playwright-core';
import { stack } from '@carillon/stack';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { call, data, until } from '../../dev/driver/api';
import { newUser, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  openConsole,
  seriousFindings,
  signInAs,
  signInByKey,
  unfitForPhones,
} from './open-console';

/** The time until all gateways refuse a key, which is about a second. */
async function refused(path: string, key: string, status: number): Promise<void> {
  await until(`${status} for the key`, 60, async () =>
    (await call('GET', path, undefined, key)).status === status ? true : null,
  );
}

describeWith('chromium', 'an operator in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  const name = unique('Choir');

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    await page.goto(at(''));
    await signInByKey(page, stack().operatorKey);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  it(
    'creates a user, its first owner, and a key, each of which can sign in',
    async () => {
      await page.getByRole('button', { name: 'New user' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('heading', { name }).waitFor();
      await page.getByText('Group members').waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      const owner = { email: `${name}@example.com`, password: `${name} has a password` };
      await page.getByRole('tab', { name: 'Members' }).click();
      await page.getByText('This account has no members yet').waitFor();
      await page.getByRole('button', { name: 'Add member' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
      await page.getByRole('textbox', { name: 'Email address' }).fill(owner.email);
      await page.getByRole('textbox', { name: 'Initial password' }).fill(owner.password);
      await page.getByRole('dialog').getByRole('button', { name: 'Add member' }).click();
      await page.getByRole('cell', { name: owner.email.toLowerCase() }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('tab', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('CRM');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = await page.getByRole('dialog').locator('pre').textContent();
      expect((await data('GET', '/account', undefined, key ?? '')).account).toMatchObject({ name });
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close without copying' }).click();
      await page.getByRole('cell', { name: 'CRM', exact: true }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('tab', { name: 'Audit' }).click();
      await page.getByRole('cell', { name: 'API key created' }).waitFor();

      // The owner signs in with another browser.
      const theirs = await openConsole();
      await theirs.page.goto(theirs.at('/operator'));
      await signInAs(theirs.page, owner);
      await theirs.page.getByRole('heading', { name: 'Page not found.' }).waitFor();
      await theirs.page.getByRole('button', { name: `Account: ${name}` }).waitFor();
      expect(theirs.faults).toEqual([]);
      await theirs.close();
    },
    3 * PATIENCE_MS,
  );

  it(
    'finds a user, changes its plan, suspends, reactivates, and deletes it',
    async () => {
      const found = unique('Ringers');
      const { id, key } = await newUser('FREE', found);
      await page.goto(at('/operator'));
      await page.getByRole('searchbox').fill(found.toUpperCase());
      await page.getByText('1 user', { exact: false }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('link', { name: found }).click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('combobox', { name: 'Plan' }).click();
      await page.getByRole('option', { name: 'Upgraded' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Upgraded', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Suspend' }).click();
      await page.getByText('All requests of').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      await page.getByText('This user is suspended').waitFor();
      await refused('/groups', key, 403);
      await page.getByRole('button', { name: 'Reactivate' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
      await page.getByText('This user is suspended').waitFor({ state: 'detached' });
      await until(
        'a key that works again',
        60,
        async () => (await call('GET', '/groups', undefined, key)).status === 200,
      );

      await page.getByRole('button', { name: 'Delete …' }).click();
      await page.getByRole('textbox', { name: `Type ${found} to confirm` }).fill(found);
      await page.getByRole('button', { name: 'Delete user' }).click();
      await page.getByRole('heading', { name: 'User deletions' }).waitFor();
      await page.getByRole('heading', { name: /Erasure in progress|All data erased/ }).waitFor();
      await page.getByRole('cell', { name: id }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await refused('/groups', key, 401);
    },
    3 * PATIENCE_MS,
  );

  it(
    'creates and deletes operator keys, and reads the audit trail of all accounts',
    async () => {
      const own = unique('Night shift');
      await page.getByRole('link', { name: 'Operator keys' }).click();
      await page.getByText('from configuration').waitFor();
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(own);
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
      expect((await call('GET', '/operator/users?limit=1', undefined, key)).status).toBe(200);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close without copying' }).click();
      await page.getByRole('button', { name: `Revoke: ${own}` }).click();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('cell', { name: own, exact: true }).waitFor({ state: 'detached' });
      await refused('/operator/users?limit=1', key, 401);

      await page.getByRole('link', { name: 'Audit' }).click();
      await page.getByRole('cell', { name: 'Operator key removed' }).first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    'fits a phone, in dark mode and in another language, and has no pages of an account',
    async () => {
      const places = [
        ['/campaigns', 'Konten'],
        ['/operator/audit', 'Protokoll'],
        ['/operator/keys', 'Betreiberschlüssel'],
      ] as const;
      expect(await unfitForPhones(opened, places, 'Europe/Berlin')).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
