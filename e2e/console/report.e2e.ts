import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, call, data, killService, list, text, until } from '../../dev/driver/api';
import { type TestGroup, newGroup, send, subscribe, subscribeTo, unique } from '../../dev/driver/arrange';
import { type PhoneUser, newNumber, newPhoneUser } from '../../dev/driver/phones';
import {
  type Console,
  PATIENCE_MS,
  isTooWide,
  newPerson,
  expectOnly,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

/** The sandbox rejects this number as not mobile, which is a permanent failure. */
const LANDLINE = '+15005550009';

describeWith('chromium', 'the report in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let user: PhoneUser;
  let group: TestGroup;
  const name = unique('report');
  const good = ['ann', 'bob', 'eve'].map((who) => `${who}-${name}@example.com`);
  const refused = `reject+${name}@example.com`;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults } = opened);
    user = await newPhoneUser();
    group = await newGroup(user);
    for (const address of [...good, refused]) await subscribe(user, group, address);
    for (const number of [newNumber(), LANDLINE]) await subscribeTo('sms', user, group, number);
    await page.goto(opened.at('/campaigns'));
    await signInAs(page, await newPerson('owner', user));
    await page.getByRole('heading', { name: 'Write your first campaign' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const statusOf = async (campaign: string): Promise<unknown> => {
    const { report } = await data('GET', `/campaigns/${campaign}/report`, undefined, user.key);
    return (report as Json).status;
  };
  const deliveriesOf = async (campaign: string): Promise<Json[]> =>
    list(await data('GET', `/campaigns/${campaign}/deliveries`, undefined, user.key), 'deliveries');
  const addresses = (): Promise<string[]> =>
    page.locator('tbody button[aria-haspopup=dialog]').allInnerTexts();

  it(
    'shows all results with reasons, as a chart, as text, per person, and as a file',
    async () => {
      const messages = { emailMessage: '<p>Hi</p>', smsMessage: 'Hi' };
      const campaign = await send(user, [group], { name, ...messages });
      await until('the end', 60, async () => (await statusOf(campaign)) === 'SENT');
      await page.goto(opened.at(`/campaigns/${campaign}/report`));
      await page.getByText('Sending is finished. 4 of 6 recipients accepted or delivered.').waitFor();
      await page.getByText('Review the content and the sender', { exact: false }).waitFor();
      await page.getByText('Ask the recipients for a mobile number', { exact: false }).waitFor();

      // The results lead, each with what its rate refers to.
      await page.getByText('66.7% of 6 recipients').waitFor();
      await page.getByText('100% of 4 sent').waitFor();
      await page.getByText('Opens and clicks aren’t counted because email tracking was off').waitFor();
      const emails = page.getByRole('row', { name: /^Email/ });
      expect((await emails.innerText()).split('\t').map((cell) => cell.trim())).toEqual([
        ...['Email', '4', '3', '3 (100%)', '–', '–', '0 (0%)', '1', '0'],
      ]);

      // The domains are counted when they are visible.
      await page.getByRole('heading', { name: 'By domain of the recipients' }).scrollIntoViewIfNeeded();
      const domain = page.getByRole('row', { name: /^example\.com/ });
      expect((await domain.innerText()).split('\t').map((cell) => cell.trim())).toEqual([
        ...['example.com', '4', '3', '3', '0 (0%)', '1 (25%)', '0'],
      ]);
      const others = page.getByRole('row', { name: /^All others/ });
      expect((await others.innerText()).split('\t').map((cell) => cell.trim())).toEqual([
        ...['All others', '4', '3', '3', '0 (0%)', '1 (25%)', '0'],
      ]);

      // The speed is a detail: a chart, and the same numbers for screen readers.
      expect(await page.getByRole('img', { name: /^Sends per second/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Details' }).click();
      await page.getByRole('img', { name: /^Sends per second over time. 6 in total, at most / }).waitFor();
      expect(await page.locator('.recharts-bar-rectangle path').count()).toBeGreaterThan(0);
      await page.getByText('By result').click();
      await page.getByRole('button', { name: 'Show as table' }).click();
      await page.getByRole('columnheader', { name: 'Sends per second' }).waitFor();
      const speed = page.getByRole('table').filter({ hasText: 'Sends per second' });
      const numbers = await speed.locator('tbody tr').allInnerTexts();
      const sums = numbers
        .map((row) => row.split('\t').slice(1, 3).map(Number))
        .reduce(([sent = 0, failed = 0], [s = 0, f = 0]) => [sent + s, failed + f], [0, 0]);
      expect(sums).toEqual([4, 2]);
      expect(await seriousFindings(page)).toEqual([]);

      // All recipients as a file, as in the API, with reasons as text.
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export as CSV' }).click(),
      ]);
      const rows = parse<Json>(await readFile(await file.path(), 'utf8'), { columns: true, bom: true });
      const listed = await deliveriesOf(campaign);
      expect(rows).toEqual(listed.map((each) => inCells(each)));
      expect(rows.map(({ identifier }) => identifier).sort()).toEqual(
        listed.map(({ identifier }) => identifier).sort(),
      );

      // The recipients with one reason, and one of them.
      const reason = page.locator('section', { hasText: 'Problems and next steps' });
      await reason.getByRole('button', { name: 'Show recipients' }).first().click();
      await page.getByRole('button', { name: refused }).waitFor();
      await until('the filter', 60, async () => (await addresses()).length === 1);
      await page.getByRole('button', { name: refused }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText(`History of ${refused}`).waitFor();
      await drawer.getByText('Added as a recipient').waitFor();
      await drawer.getByText('550 5.7.1').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });

      // A partly typed address has no match, but is no error.
      await page.getByRole('searchbox', { name: 'Search for an address' }).fill('ann-');
      await page.getByText('Type the full email address').waitFor();
      expect(faults.splice(0)).toEqual([expect.stringContaining('status of 422')]);
      await page.getByRole('searchbox', { name: 'Search for an address' }).fill(good[0] ?? '');
      await page.getByText('No deliveries match.').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByRole('button', { name: good[0] ?? '' }).waitFor();

      // Retry the recipients that a provider's rules refused, which are listed first. The landline number stays
      // unchanged.
      await page.getByRole('button', { name: 'Retry failed recipients …' }).click();
      const dialog = page.getByRole('dialog');
      const likely = dialog.getByRole('checkbox', { name: /provider’s policy · 1 person/ });
      await likely.uncheck();
      await dialog.getByRole('button', { name: 'Choose recipients' }).waitFor();
      await likely.check();
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Send to 1 recipient again' }).click();
      await page.getByText('Retry started.').waitFor();
      const attempts = async (): Promise<unknown[]> =>
        (await deliveriesOf(campaign))
          .filter(({ state }) => state === 'FAILED')
          .map((each) => [each.identifier, each.attempts]);
      await until('another try', 60, async () => (await statusOf(campaign)) === 'SENT');
      expect(await attempts()).toEqual(
        expect.arrayContaining([
          [refused, 2],
          [LANDLINE, 1],
        ]),
      );
      await page.getByText('Sending is finished. 4 of 6 recipients accepted or delivered.').waitFor();
    },
    3 * PATIENCE_MS,
  );

  it(
    'shows the reason and the time of a wait, and continues after the gateway restarts',
    async () => {
      const late = await newGroup(user);
      const full = `full+${name}@example.com`;
      await subscribe(user, late, full);
      const campaign = await send(user, [late], { name: 'Waits', emailMessage: '<p>Hi</p>' });
      await page.setViewportSize({ width: 375, height: 740 });
      await page.goto(opened.at(`/campaigns/${campaign}/report`));
      await page.getByText('1 recipient is retried automatically: The mailbox is full.').waitFor();
      await page.getByRole('button', { name: full }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText(/^Next attempt not before /).waitFor();
      expect(await isTooWide(page)).toBe(false);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      expect(await seriousFindings(page)).toEqual([]);

      await killService('gateway');
      await until('the gateway', 60, async () => {
        const answer = await call('POST', `/campaigns/${campaign}/cancel`, {}, user.key).catch(() => null);
        return answer?.status === 200;
      });
      await page.locator('.status-CANCELLED').waitFor();
      await page.getByRole('img', { name: /Waits: Canceled 1/ }).waitFor();
      // The browser itself reports each connection that was lost or refused.
      expectOnly(faults, /ERR_|status of 50\d/);
      expect(await isTooWide(page)).toBe(false);
    },
    2 * PATIENCE_MS,
  );

  it(
    'has a campaign menu to schedule, pause, resume, cancel, duplicate, and delete',
    async () => {
      const slow = await newGroup(user);
      await subscribe(user, slow, `full+${unique('slow')}@example.com`);
      const called = unique('Menu');
      const draft = { name: called, groups: [slow.id], emailMessage: '<p>Hi</p>' };
      const made = await data('POST', '/campaigns/create', draft, user.key);
      const campaign = text(made, 'createCampaign', '_id');
      const choose = async (act: string): Promise<void> => {
        await page.getByRole('button', { name: `More actions: ${called}` }).click();
        await page.getByRole('menuitem', { name: act }).click();
        // The menu fades out. Until then, it is a menu without items.
        await page.locator('[role=menu]').waitFor({ state: 'detached' });
      };
      const confirm = (verb: string) => page.getByRole('dialog').getByRole('button', { name: verb }).click();
      const is = async (status: string): Promise<void> => {
        await page.locator(`main .status-${status}`).first().waitFor();
        const { campaign: stored } = await data('GET', `/campaigns/${campaign}`, undefined, user.key);
        expect(stored).toMatchObject({ status });
      };
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(opened.at(`/campaigns/${campaign}`));
      await page.getByText(/^Saved \d/).waitFor();
      await page.getByRole('button', { name: 'Review and send' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Schedule', { exact: true }).click();
      const tomorrow = "new Date(Date.now() + 864e5).toLocaleString('sv').slice(0, 16).replace(' ', 'T')";
      await dialog
        .getByLabel('Send time')
        .last()
        .fill(await page.evaluate<string>(tomorrow));
      await dialog.getByText('Time zone: Europe/Berlin').waitFor();
      await dialog.getByRole('button', { name: 'Schedule for 1 recipient' }).click();
      await page.getByRole('heading', { name: called }).waitFor();
      await is('SCHEDULED');
      await page
        .getByText(/^Scheduled for .+ CES?T\.$/)
        .first()
        .waitFor();
      await page.getByText('Recipients are counted when sending starts.').first().waitFor();
      await page.getByRole('button', { name: 'Change time' }).click();
      const inTwoDays = tomorrow.replace('864e5', '2 * 864e5');
      await dialog.getByLabel('Send time').fill(await page.evaluate<string>(inTwoDays));
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Reschedule' }).click();
      await dialog.waitFor({ state: 'detached' });
      await is('SCHEDULED');
      await page.getByRole('link', { name: 'Scheduled', exact: true }).click();
      await page.getByRole('heading', { name: 'Scheduled campaigns' }).waitFor();
      const planned = page.getByRole('row', { name: called });
      await planned.getByText(/^in 1 day 23 hrs?$|^in 2 days$/).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
      await choose('Back to draft');
      await page.getByText(/^Saved \d/).waitFor();
      await page.getByRole('button', { name: 'Review and send' }).click();
      await dialog.getByRole('button', { name: 'Send to 1 recipient' }).click();
      await is('SENDING');
      await page.goto(opened.at(`/campaigns?search=${called}`));
      await page.getByRole('link', { name: called }).waitFor();
      await choose('Pause');
      await is('PAUSED');
      await choose('Resume');
      await is('SENDING');
      await choose('Cancel remaining messages');
      expect(await seriousFindings(page)).toEqual([]);
      await confirm('Cancel remaining messages');
      await is('CANCELLED');
      await choose('Duplicate');
      await page.getByText('Draft copy created.').waitFor();
      await page.getByText(/^Saved \d/).waitFor();
      await page.getByRole('heading', { name: `Copy of ${called}` }).waitFor();
      await page.getByRole('button', { name: `More actions: Copy of ${called}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
      await page.getByText('1 campaign deleted.').waitFor();
      await until('the end of the copy', 60, async () => {
        const found = await data('GET', `/campaigns?search=${called}`, undefined, user.key);
        return list(found, 'campaigns').length === 1;
      });
    },
    3 * PATIENCE_MS,
  );

  it(
    'is reached from a table with the figures of each campaign, where several are deleted, which can be undone',
    async () => {
      const called = unique('Table');
      const campaign = await send(user, [group], { name: `${called} sent`, emailMessage: '<p>Hi</p>' });
      await until('the end', 60, async () => (await statusOf(campaign)) === 'SENT');
      for (const n of [1, 2])
        await data('POST', '/campaigns/drafts', { name: `${called} draft ${n}`, smsMessage: 'Hi' }, user.key);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(opened.at(`/campaigns?search=${called}`));
      const row = (which: string) => page.getByRole('row', { name: `${called} ${which}` });
      // Three of four emails were sent. Nobody tracks opens.
      await row('sent').getByRole('cell', { name: '3', exact: true }).waitFor();
      await row('sent').getByRole('img', { name: 'Email', exact: true }).waitFor();
      await row('draft 1').getByRole('img', { name: 'SMS', exact: true }).waitFor();
      expect((await row('sent').boundingBox())?.height).toBe(44);
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('checkbox', { name: `Select ${called} draft 1` }).check();
      await page.getByRole('checkbox', { name: `Select ${called} draft 2` }).check();
      await page.getByText('2 selected').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page
        .getByRole('region', { name: 'Selected campaigns' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await row('draft 1').waitFor({ state: 'detached' });
      await page.getByText('2 campaigns deleted.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await row('draft 1').waitFor();
      await row('draft 2').waitFor();

      const selection = page.getByRole('region', { name: 'Selected campaigns' });
      const tag = unique('Tag');
      await page.getByRole('checkbox', { name: `Select ${called} draft 2` }).check();
      await selection.getByRole('button', { name: 'Add tag' }).click();
      await page.getByRole('dialog').locator('input[data-autofocus]').fill(tag);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click();
      await row('draft 2').getByText(tag).waitFor();
      await selection.getByRole('button', { name: 'Archive' }).click();
      await row('draft 2').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await row('draft 2').waitFor();
      await page.goto(opened.at(`/campaigns?tag=${tag}`));
      await row('draft 2').waitFor();
      await row('draft 1').waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: `Select ${called} draft 2` }).check();
      await selection.getByRole('button', { name: 'Archive' }).click();
      await row('draft 2').waitFor({ state: 'detached' });
      await page.getByRole('switch', { name: 'Archive' }).check({ force: true });
      await row('draft 2').waitFor();
      await page.getByRole('checkbox', { name: `Select ${called} draft 2` }).check();
      await selection.getByRole('button', { name: 'Move out of archive' }).click();
      await row('draft 2').waitFor({ state: 'detached' });
      await page.goto(opened.at(`/campaigns?search=${called}`));
      await row('draft 2').waitFor();

      // Without an undo, they are deleted, also if the reader goes on.
      await page.getByRole('checkbox', { name: `Select ${called} draft 1` }).check();
      await page
        .getByRole('region', { name: 'Selected campaigns' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await page.getByText('1 campaign deleted.').waitFor();
      await page.getByRole('link', { name: 'People', exact: true }).click();
      await until('the end of the draft', 60, async () => {
        const found = await data('GET', `/campaigns?search=${called}`, undefined, user.key);
        return list(found, 'campaigns').length === 2;
      });

      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(opened.at(`/campaigns?search=${called}`));
      await row('sent').getByText('3 sent').waitFor();
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
    3 * PATIENCE_MS,
  );
});

const reasonWords: Readonly<Record<string, string>> = {
  NOT_A_MOBILE_NUMBER: 'Not a mobile number',
  POLICY_REFUSED: 'Refused by the provider’s policy',
};

/** A delivery as a line of the exported file. */
function inCells({ campaign: _campaign, ...delivery }: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries(delivery).map(([name, value]) => {
      const cell = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
      return [name, name === 'reason' ? (reasonWords[cell] ?? cell) : cell];
    }),
  );
}
