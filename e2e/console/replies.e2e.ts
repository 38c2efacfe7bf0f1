import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, list, until } from '../../dev/driver/api';
import { newGroup, send, subscribeTo } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import { type PhoneUser, newNumber, newPhoneUser, writeBack } from '../../dev/driver/phones';
import { type Console, PATIENCE_MS, newPerson, openConsole, seriousFindings, signInAs } from './open-console';

describeWith('chromium', 'replies in the console', () => {
  let opened: Console;
  let page: Page;
  let user: PhoneUser;
  const number = newNumber();
  const text = 'Are you open on Sunday?';

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    user = await newPhoneUser();
    const group = await newGroup(user);
    await subscribeTo('sms', user, group, number, { name: 'Ada' });
    await send(user, [group], { name: 'Hello', smsMessage: 'Hello {{name}}' });
    await until('the SMS', 60, async () => (await inboxOf(number)).length > 0);
    await writeBack('SMS', user, number, text);
    await page.goto(opened.at('/people/replies'));
    await signInAs(page, await newPerson('owner', user));
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const suppressions = async (): Promise<Json[]> =>
    list(await data('GET', '/suppressions', undefined, user.key), 'suppressions');
  const row = () => page.getByRole('row').filter({ hasText: text });

  it(
    'shows replies that were not understood, and can suppress their senders',
    async () => {
      await page.getByRole('heading', { name: 'Replies', level: 1 }).waitFor();
      await row().getByText('Not understood').waitFor();
      expect(await suppressions()).toEqual([]);
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('searchbox', { name: 'Search by address' }).fill(number.slice(0, 5));
      await page.getByText('Type the full address').waitFor();
      await page.getByRole('searchbox', { name: 'Search by address' }).fill(number);
      await row().waitFor();
      await page.getByRole('combobox', { name: 'Meaning' }).click();
      await page.getByRole('option', { name: 'Opt-in' }).click();
      await page.getByText('No messages match.').waitFor();
      await page.getByRole('combobox', { name: 'Meaning' }).click();
      await page.getByRole('option', { name: 'Not understood' }).click();

      await row()
        .getByRole('button', { name: `Opt out ${number} · SMS` })
        .click();
      await row()
        .getByText(/^opted out /)
        .waitFor();
      expect(await row().getByRole('button').count()).toBe(0);
      expect(await suppressions()).toMatchObject([{ channel: 'SMS', identifier: number, reason: 'STOPPED' }]);
    },
    2 * PATIENCE_MS,
  );

  it(
    'are on the page of the person who wrote them',
    async () => {
      await row().getByRole('link', { name: number }).click();
      await page.getByRole('heading', { name: 'Replies', level: 2 }).waitFor();
      await row()
        .getByText(/^opted out /)
        .waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
