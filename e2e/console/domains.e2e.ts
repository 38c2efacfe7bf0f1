import type { Schemas } from '@carillon/sdk';
import { stack } from '@carillon/stack';
import type { Page } from 'playwright-core';
import { data, list, text, until } from '../../dev/driver/api';
import { type TestUser, newGroup, newUser, send, subscribeTo, unique } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import { DnsServer } from '../../dev/testing/src/dns-server';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import {
  type Console,
  PATIENCE_MS,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

type Domain = Schemas['Domain'];

describeWith('chromium', 'domains in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let user: TestUser;
  let dns: DnsServer;

  beforeAll(async () => {
    dns = await DnsServer.start(Number(process.env.TEST_DNS_PORT));
    opened = await openConsole();
    ({ page, faults } = opened);
    user = await newUser('UPGRADED');
    const settings = {
      ...{ host: '127.0.0.1', port: Number(new URL(stack().smtpUrl).port), security: 'none' },
      fromAddress: 'news@shop.example',
    };
    await data('POST', '/senders', { channel: 'EMAIL', name: 'Shop', settings }, user.key);
    await page.goto(opened.at('/settings'));
    await signInAs(page, await newPerson('owner', user));
  }, PATIENCE_MS);
  afterAll(async () => {
    await opened.close();
    await dns.stop();
  });
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const domains = async (): Promise<Domain[]> =>
    list(await data('GET', '/domains', undefined, user.key), 'domains') as unknown as Domain[];

  it(
    'are added from a sender, show the records to copy, and sign emails when DNS has them',
    async () => {
      await page.getByRole('link', { name: 'Sign emails from shop.example' }).click();
      await page.getByText('Sign your emails').waitFor();
      await page.getByRole('button', { name: 'Add domain' }).click();
      const form = page.getByRole('dialog', { name: 'Add domain' });
      await form.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
      await form.getByRole('button', { name: 'Add domain' }).click();
      await form.getByRole('alert').waitFor();
      // The browser reports every 4xx response.
      expect(faults.splice(0)).toHaveLength(1);
      await form.getByRole('textbox', { name: 'Domain' }).fill('Shop.example');
      await form.getByRole('button', { name: 'Add domain' }).click();
      await form.waitFor({ state: 'hidden' });
      await page.getByText('Not signed').waitFor();
      const table = page.getByRole('table', { name: 'DNS records of shop.example' });
      await table
        .getByText('Add this record. Carillon signs your emails as soon as it finds the record.')
        .waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);

      const group = await newGroup(user);
      const mail = `${unique('zoe')}@example.com`;
      await subscribeTo('email', user, group, mail, { name: 'Zoë' });
      const draft = { name: 'News', emailMessage: '<p>Dear {{name}}</p>', groups: [group.id] };
      const id = text(await data('POST', '/campaigns/create', draft, user.key), 'createCampaign', '_id');
      await page.goto(opened.at(`/campaigns/${id}`));
      await page.getByRole('button', { name: 'Review and send' }).click();
      const warning = page.getByRole('alert').filter({ hasText: 'shop.example is not set up completely' });
      await warning.getByRole('link', { name: 'DNS records of shop.example' }).click();

      const [domain] = await domains();
      for (const { type, name, value } of domain?.records ?? [])
        if (value !== null) dns.set(type, name, value);
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByText('Signed', { exact: true }).waitFor();
      await table
        .getByText('The key is published, and Carillon signs your emails with it.')
        .first()
        .waitFor();

      await send(user, [group], { name: 'News', emailMessage: '<p>Dear {{name}}</p>' });
      const received = await until('the email', 60, async () => (await inboxOf(mail))[0] ?? null);
      expect(JSON.stringify(received.headers)).toMatch(/dkim-signature.*d=shop\.example/);
    },
    PATIENCE_MS,
  );

  it(
    'get new keys, which are used when they are found, and can be deleted',
    async () => {
      await page.getByRole('button', { name: 'More actions for shop.example' }).click();
      await page.getByRole('menuitem', { name: 'New keys' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'New keys' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const table = page.getByRole('table', { name: 'DNS records of shop.example' });
      await table
        .getByText('Add this record. Carillon signs your emails as soon as it finds the record.')
        .waitFor();
      const [domain] = await domains();
      expect(domain?.keys.map(({ state }) => state).sort()).toEqual([
        'ACTIVE',
        'ACTIVE',
        'PENDING',
        'PENDING',
      ]);
      for (const { type, name, value } of domain?.records ?? [])
        if (value !== null) dns.set(type, name, value);
      await page.getByRole('button', { name: 'Check now' }).click();
      await table.getByText('A new key has replaced this one.', { exact: false }).first().waitFor();
      await page.getByRole('button', { name: 'More actions for shop.example' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Sign your emails').waitFor();
      expect(await domains()).toEqual([]);
    },
    PATIENCE_MS,
  );
});
