import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, list, text } from '../../dev/driver/api';
import { unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  firstUser,
  type TestPerson,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

const ROWS = 300;

/** A customer list as Excel saves it: 298 people with an email address and a mobile number, one with only a number. */
function customers(name: string): Buffer {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const email = n < 298 ? `${name}.${n}@example.com` : n === 298 ? '' : 'none';
    const mobile = n === 299 ? 'none' : `0171 ${String(2_000_000 + n)}`;
    return `${email};Jürgen;Nr. ${n};${mobile};${n % 2 === 0 ? 'Köln' : 'Bonn'}`;
  });
  return Buffer.from(['E-Mail;Vorname;Nachname;Handy;Stadt', ...rows, ''].join('\r\n'), 'latin1');
}

describeWith('chromium', 'one message for each person in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let person: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    person = await newPerson('owner', await firstUser());
    await page.goto(at('/people'));
    await signInAs(page, person);
    await page.getByRole('button', { name: 'New group' }).first().waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  /** Writes an email and an SMS to the group, and sends them after `more`. Resolves with the campaign's ID. */
  async function send(name: string, group: string, more: () => Promise<void>): Promise<string> {
    await page.goto(at('/campaigns/new'));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('combobox', { name: 'Groups' }).first().click();
    await page.getByRole('option', { name: group }).click();
    await page.keyboard.press('Escape');
    await more();
    await page.getByRole('button', { name: 'Plain letter' }).click();
    await page.getByRole('tab', { name: 'SMS' }).click();
    await page.getByRole('textbox', { name: 'SMS' }).fill('Hello {{Vorname}}');
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Review and send' }).click();
    await page.getByRole('button', { name: /^Send to / }).click();
    await page.getByRole('heading', { name: 'By channel' }).waitFor();
    // On a busy machine, hundreds of messages take longer than one step.
    await page.locator('.status-SENT').waitFor({ timeout: PATIENCE_MS });
    const campaigns = list(await data('GET', '/campaigns', undefined, person.user.key), 'campaigns');
    return text(
      campaigns.find((each) => each.name === name),
      '_id',
    );
  }

  const totalsOf = async (campaign: string): Promise<object> => {
    const { report } = await data('GET', `/campaigns/${campaign}/report`, undefined, person.user.key);
    const { total, channels } = report as { total: number; channels: Record<string, Json> };
    return { total, EMAIL: channels.EMAIL?.total, SMS: channels.SMS?.total };
  };

  it(
    'leads from a spreadsheet file to both reports',
    async () => {
      const group = unique('Customers');
      await page.getByRole('button', { name: 'New group' }).first().click();
      await page.getByRole('textbox', { name: 'Group name' }).fill(group);
      await page.getByRole('button', { name: 'Create group' }).click();
      const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: customers(unique('c')) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText(`${ROWS - 1} of ${ROWS} rows can be imported`).waitFor();
      await page.getByRole('button', { name: 'Import file' }).click();
      await page.getByRole('heading', { name: 'Import finished' }).waitFor();

      const both = await send(`${group} on both`, group, () => Promise.resolve());
      expect(await totalsOf(both)).toEqual({ total: 597, EMAIL: 298, SMS: 299 });

      const first = await send(`${group} once`, group, async () => {
        await page.getByRole('radio', { name: 'Send one message to each person' }).check();
        await page.getByRole('button', { name: 'Move SMS up' }).click();
        await page.getByRole('button', { name: 'Move SMS up' }).click();
        await page.getByRole('combobox', { name: 'If the message cannot be delivered' }).click();
        await page.getByRole('option', { name: 'Do not send again' }).click();
        expect(await seriousFindings(page)).toEqual([]);
      });
      expect(await totalsOf(first)).toEqual({ total: 299, EMAIL: 0, SMS: 299 });
    },
    6 * PATIENCE_MS,
  );
});
