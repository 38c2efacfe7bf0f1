import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, until } from '../../dev/driver/api';
import { newGroup, send, subscribe, unique } from '../../dev/driver/arrange';
import { stack } from '@carillon/stack';
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

describeWith('chromium', 'the dashboard and the calendar', () => {
  const name = unique('Harvest');
  let opened: Console;
  let page: Page;
  let owner: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    owner = await newPerson();
    await page.goto(opened.at(''));
    await signInAs(page, owner);
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const steps = () => page.getByRole('region', { name: 'Send your first campaign' }).getByRole('listitem');
  const region = (title: string) => page.getByRole('region', { name: title });

  it(
    'lead a new account to its first campaign, by what it has',
    async () => {
      await steps().first().waitFor();
      expect(await steps().filter({ hasText: 'Done: ' }).count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      const { user } = owner;
      await subscribe(user, await newGroup(user), `${name}@example.com`);
      await data('POST', '/campaigns/drafts', { name }, user.key);
      await page.reload();
      await steps().filter({ hasText: 'Done: Add people' }).waitFor();
      await steps().filter({ hasText: 'Done: Write a message' }).waitFor();
      await steps().filter({ hasText: 'To do: Publish the campaign' }).waitFor();
      await steps().filter({ hasText: 'To do: Connect a sender' }).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'show what is paused, what was sent, and the trend as a chart and as a table',
    async () => {
      const { user } = owner;
      const group = await newGroup(user);
      await subscribe(user, group, `one.${name}@example.com`);
      await subscribe(user, group, `two.${name}@example.com`);
      const message = { emailMessage: '<p>Hello</p>' };
      const sent = await send(user, [group], { name: `${name} is over`, ...message });
      await until('the end', 60, async () => {
        const { report } = await data('GET', `/campaigns/${sent}/report`, undefined, user.key);
        return JSON.stringify(report).includes('"status":"SENT"');
      });
      const { hostname, port } = new URL(stack().smtpUrl);
      const server = { host: hostname, port: Number(port), security: 'none', fromAddress: 'a@b.example' };
      const slow = { channel: 'EMAIL', name: 'Slow', settings: server, ratePerSecond: 0.1 };
      await data('POST', '/integrations', slow, user.key);
      const paused = await send(user, [group], { name: `${name} goes on`, ...message });
      await data('POST', `/campaigns/${paused}/pause`, undefined, user.key);

      await page.reload();
      await region('Today')
        .getByRole('link', { name: `${name} goes on` })
        .waitFor();
      await region('Needs attention').getByText('Paused by a member.').waitFor();
      await region('Recently sent').getByText('2 sent').waitFor();
      // Entries of the audit trail of campaigns arrive some moments later.
      await until('the entry', 60, async () => {
        const { auditEntries } = await data('GET', `/account/audit?target=${paused}`, undefined, user.key);
        return JSON.stringify(auditEntries).includes('"campaign.paused"');
      });
      await page.reload();
      const activity = region('Recent activity').getByRole('listitem');
      await activity.filter({ hasText: `Campaign paused: ${name} goes on` }).waitFor();
      const chart = region('The last 90 days').getByRole('img', { name: /^Sent in the last 90 days: \d/ });
      await chart.waitFor();
      await region('The last 90 days').getByRole('button', { name: 'Show as table' }).click();
      await region('The last 90 days').getByRole('columnheader', { name: 'Email' }).waitFor();
      await region('The last 90 days').getByText('Clicks', { exact: true }).last().click();
      await page.getByText('None in the last 90 days.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await region('Recently sent')
        .getByRole('link', { name: `${name} is over` })
        .click();
      await page.getByRole('heading', { name: 'By channel' }).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'show the campaigns of a month, with links that work with the keyboard',
    async () => {
      const soon = new Date(Date.now() + 40 * 86_400_000);
      const group = await newGroup(owner.user);
      const later = { name: `${name} comes`, emailMessage: 'Hi', scheduledAt: soon.toISOString() };
      await send(owner.user, [group], later);
      await page.goto(opened.at('/campaigns/calendar'));
      await page.getByRole('link', { name: `${name} is over` }).waitFor();
      expect(await page.locator('td[aria-current=date]').count()).toBe(1);
      expect(await page.getByRole('columnheader').first().innerText()).toBe('Mon');
      expect(await seriousFindings(page)).toEqual([]);
      const month = soon.toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 7);
      await page.getByRole('button', { name: 'Next month' }).focus();
      for (let moves = 0; moves < 2 && !page.url().includes(month); moves += 1) {
        await page.keyboard.press('Enter');
        await page.waitForURL(/month=/);
      }
      const link = page.getByRole('link', { name: `${name} comes` });
      await link.waitFor();
      await link.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `${name} comes` }).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'fit a phone, in dark mode and in another language',
    async () => {
      const places = [
        ['', 'Zuletzt gesendet'],
        ['/campaigns/calendar', 'Kalender'],
      ] as const;
      expect(await unfitForPhones(opened, places)).toEqual([]);
      await page.getByRole('link', { name: `${name} is over` }).waitFor();
    },
    PATIENCE_MS,
  );
});
