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
    'begin a campaign on a future day, with nine in the morning as its suggested time',
    async () => {
      const { user } = owner;
      const soon = new Date(Date.now() + 40 * 86_400_000);
      const day = soon.toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
      const [month, ofMonth] = [day.slice(0, 7), String(Number(day.slice(8)))];
      await page.goto(opened.at('/campaigns/calendar'));
      await page.locator('td[aria-current=date]').waitFor();
      expect(
        await page
          .locator('td[aria-current=date]')
          .getByLabel(/^New campaign/)
          .count(),
      ).toBe(0);
      await page.goto(opened.at(`/campaigns/calendar?month=${month}`));
      const cell = page.locator('td').filter({ has: page.locator(`time[datetime="${day}"]`) });
      const action = cell.getByRole('link', { name: /^New campaign on/ });
      await action.waitFor();
      const button = `td:has(time[datetime="${day}"]) > .calendar-new`;
      const opacity = () => page.evaluate(`getComputedStyle(document.querySelector('${button}')).opacity`);
      await page.mouse.move(0, 0);
      await until('a hidden button', 10, async () => (await opacity()) === '0');
      await action.focus();
      await until('a visible button', 10, async () => (await opacity()) === '1');
      expect(await action.getAttribute('aria-label')).toContain(ofMonth);
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByText(/^Suggested send time: .*09:00/).waitFor();
      const group = await newGroup(user);
      await subscribe(user, group, `three.${name}@example.com`);
      await page.getByRole('textbox', { name: 'Name' }).fill(`${name} is planned`);
      await page.waitForURL(/\/campaigns\/[0-9a-f]{24}\?day=/);
      const id = /[0-9a-f]{24}/.exec(page.url())?.[0] ?? '';
      await page
        .getByRole('status')
        .getByText(/^Saved/)
        .waitFor();
      const content = { groups: [group.id], emailMessage: '<p>Hello</p>' };
      await data('PATCH', `/campaigns/${id}`, content, user.key);
      // The day stays after a reload.
      await page.reload();
      await page.getByText(/^Suggested send time: .*09:00/).waitFor();
      await page.getByRole('button', { name: 'Review and send' }).click();
      const field = page.getByLabel('Send time').and(page.locator('input'));
      expect(await field.inputValue()).toBe(`${day}T09:00`);
      expect(await seriousFindings(page)).toEqual([]);
      await page
        .getByRole('button', { name: /^Schedule/ })
        .last()
        .click();
      await until('the schedule', 60, async () => {
        const { campaign } = await data('GET', `/campaigns/${id}`, undefined, user.key);
        const { status, scheduledAt } = campaign as { status: string; scheduledAt: string };
        return status === 'SCHEDULED' && new Date(scheduledAt).toISOString().startsWith(day);
      });
      await page.goto(opened.at(`/campaigns/calendar?month=${month}`));
      await cell.getByRole('link', { name: `${name} is planned` }).waitFor();

      await page.setViewportSize({ width: 375, height: 740 });
      await page
        .getByRole('button', { name: /^Actions for/ })
        .last()
        .click();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('menuitem', { name: 'New campaign on this day' }).click();
      await page.getByText(/^Suggested send time: .*09:00/).waitFor();
      await page.setViewportSize({ width: 1_280, height: 900 });
    },
    2 * PATIENCE_MS,
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
