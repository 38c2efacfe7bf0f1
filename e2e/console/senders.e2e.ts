import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, until } from '../../dev/driver/api';
import { newGroup, newSender, newUser, send, subscribeTo, unique } from '../../dev/driver/arrange';
import { newNumber } from '../../dev/driver/phones';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

describeWith('chromium', 'senders in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let person: TestPerson;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults } = opened);
    await page.goto(opened.at('/settings'));
    person = await newPerson('owner', await newUser('UPGRADED'));
    await signInAs(page, person);
    await page.getByText('Email is sent through the shared server').waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  it(
    'get a bounce domain and a provider, keep its key, and show the address of its webhook',
    async () => {
      await page.getByRole('button', { name: 'Set up' }).first().click();
      const form = page.getByRole('dialog', { name: /^Email: / });
      // After saving, the test dialog opens at once.
      const saved = async (): Promise<void> => {
        await form.waitFor({ state: 'hidden' });
        const test = page.getByRole('dialog', { name: /^Test: / });
        await test.getByText('The sender is saved.', { exact: false }).waitFor();
        await test.getByRole('button', { name: 'Close' }).last().click();
        await test.waitFor({ state: 'hidden' });
      };
      await form.getByRole('textbox', { name: 'Mail server' }).fill('smtp.example.com');
      await form.getByRole('textbox', { name: 'From address' }).fill('news@example.com');
      await form.getByRole('textbox', { name: 'Bounce domain' }).fill('bounces.example.com');
      await form.getByRole('combobox', { name: 'Provider with delivery webhooks' }).click();
      await page.getByRole('option', { name: 'Postmark' }).click();
      await form.getByRole('textbox', { name: 'Webhook username and password' }).fill('carillon');
      await form.getByText('Save the sender to see').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('This key is not valid for this provider').waitFor();
      // The browser reports every 4xx response.
      expect(faults.splice(0)).toHaveLength(1);
      await form
        .getByRole('textbox', { name: 'Webhook username and password' })
        .fill('carillon:a-long-password');
      await form.getByRole('button', { name: 'Save' }).click();
      await saved();

      const url = page.getByRole('textbox', { name: 'Webhook URL' });
      expect(await url.inputValue()).toMatch(/\/api\/v1\/callbacks\/email\/postmark\/[0-9a-f]{24}$/);
      await page.getByRole('button', { name: 'Edit' }).first().click();
      await form.getByText('Leave this field empty to keep').last().waitFor();
      expect(await form.getByRole('textbox', { name: 'Bounce domain' }).inputValue()).toBe(
        'bounces.example.com',
      );
      expect(await form.getByRole('textbox', { name: 'Webhook username and password' }).inputValue()).toBe(
        '',
      );
      await page.setViewportSize({ width: 375, height: 800 });
      expect(await isTooWide(page)).toBe(false);
      await form.getByRole('button', { name: 'Save' }).click();
      await saved();
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });

      await page.getByRole('button', { name: 'Edit' }).first().click();
      await form.getByRole('combobox', { name: 'Provider with delivery webhooks' }).click();
      await page.getByRole('option', { name: 'None' }).click();
      await form.getByRole('button', { name: 'Save' }).click();
      await saved();
      await url.waitFor({ state: 'detached' });
    },
    PATIENCE_MS * 3,
  );

  it(
    'get daily limits, show their progress, and lose them',
    async () => {
      const form = page.getByRole('dialog', { name: /^Email: / });
      const save = async (): Promise<void> => {
        await form.getByRole('button', { name: 'Save' }).click();
        await form.waitFor({ state: 'hidden' });
        const test = page.getByRole('dialog', { name: /^Test: / });
        await test.getByRole('button', { name: 'Close' }).last().click();
        await test.waitFor({ state: 'hidden' });
      };
      await page.getByRole('button', { name: 'Edit' }).first().click();
      await form.getByRole('switch', { name: 'Limit the emails per day' }).click();
      await form.getByRole('textbox', { name: 'Emails on the first day', exact: true }).fill('1200');
      await form.getByText('Limits for mail providers').click();
      await form.getByRole('textbox', { name: 'Gmail: Emails on the first day' }).fill('20');
      await form.getByRole('textbox', { name: 'Gmail: Emails per day at the end' }).fill('500');
      expect(await seriousFindings(page)).toEqual([]);
      await save();
      await page.getByText('Day 1: 0 of 1,200 emails · Gmail: 0 of 20').waitFor();

      await page.setViewportSize({ width: 375, height: 800 });
      await page.getByRole('button', { name: 'Edit' }).first().click();
      const start = form.getByRole('textbox', { name: 'Emails on the first day', exact: true });
      expect(await start.inputValue()).toMatch(/^1,?200$/);
      expect(await isTooWide(page)).toBe(false);
      await form.getByRole('switch', { name: 'Limit the emails per day' }).click();
      await save();
      await page.getByText('Day 1:').waitFor({ state: 'detached' });
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
    PATIENCE_MS * 2,
  );

  it(
    'of Vonage take a key of several lines, keep it, and show the address of their webhooks',
    async () => {
      const { privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2_048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
      await page.getByRole('button', { name: 'Set up' }).last().click();
      const form = page.getByRole('dialog', { name: /^SMS: / });
      await form.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name: 'Vonage' }).click();
      await form.getByText('The file private.key that Vonage created').waitFor();
      await form.getByLabel('Application ID').fill('01234567-89ab-4cde-8f01-23456789abcd');
      await form.getByLabel('Private key (PEM)').fill(privateKey);
      await form.getByLabel('Signature secret').fill('signature-secret-of-the-sandbox');
      await form.getByRole('textbox', { name: 'Sender' }).fill('+14155550100');
      expect(await seriousFindings(page)).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      const test = page.getByRole('dialog', { name: /^Test: / });
      await test.getByRole('button', { name: 'Test', exact: true }).click();
      await test.getByText('The test succeeded.').waitFor();
      await test.getByRole('button', { name: 'Close' }).last().click();
      const url = page.getByRole('textbox', { name: 'Webhook URL' });
      expect(await url.inputValue()).toMatch(/\/api\/v1\/callbacks\/phone\/vonage\/[0-9a-f]{24}$/);
      await page.getByRole('button', { name: 'Edit' }).last().click();
      expect(await form.getByLabel('Private key (PEM)').inputValue()).toBe('');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'hidden' });
    },
    PATIENCE_MS * 3,
  );

  it(
    'can be a pool, whose senders are chosen, moved, and kept',
    async () => {
      const user = await newUser('UPGRADED');
      for (const name of ['First', 'Second']) await newSender(user, 'SMS', name);
      const other = await openConsole();
      const pane = other.page;
      try {
        await pane.goto(other.at('/settings'));
        await signInAs(pane, await newPerson('owner', user));
        await pane.getByRole('button', { name: 'Add another sender for SMS' }).click();
        const form = pane.getByRole('dialog', { name: /^SMS: / });
        await form.getByRole('textbox', { name: 'Name' }).fill('Both');
        await form.getByRole('combobox', { name: 'Provider' }).click();
        await pane.getByRole('option', { name: 'Pool of senders' }).click();
        for (const [n, name] of ['First', 'Second'].entries()) {
          await form
            .getByRole('group', { name: `Sender ${n + 1}` })
            .getByRole('combobox', { name: 'Sender' })
            .click();
          await pane.getByRole('option', { name }).click();
        }
        await form.getByRole('combobox', { name: 'Only numbers of' }).first().click();
        await pane.keyboard.type('Austria');
        await pane.getByRole('option', { name: 'Austria' }).click();
        await pane.keyboard.press('Escape');
        expect(await seriousFindings(pane)).toEqual([]);
        await pane.setViewportSize({ width: 375, height: 800 });
        expect(await isTooWide(pane)).toBe(false);
        await pane.setViewportSize({ width: 1280, height: 800 });
        await form.getByRole('button', { name: 'Move down' }).first().click();
        await form.getByRole('button', { name: 'Save' }).click();
        await form.waitFor({ state: 'hidden' });
        const test = pane.getByRole('dialog', { name: /^Test: / });
        await test.getByRole('button', { name: 'Close' }).last().click();
        await pane.getByText('Both · Second · First').waitFor();
        const { senders } = await data('GET', '/senders?channel=sms', undefined, user.key);
        const [first, second, pool] = senders as { _id: string; settings: object }[];
        expect(pool?.settings).toEqual({
          strategy: 'ORDER',
          members: [{ senderId: second?._id }, { senderId: first?._id, countries: ['AT'] }],
        });
        await pane.getByRole('button', { name: 'Edit' }).last().click();
        await form.getByText('Austria').first().waitFor();

        // Each sender gets half of the recipients, and the report has both.
        const members = [{ senderId: first?._id }, { senderId: second?._id }];
        const shared = { settings: { strategy: 'WEIGHTS', members } };
        await data('PATCH', `/senders/${pool?._id ?? ''}`, shared, user.key);
        const group = await newGroup(user);
        for (const number of [newNumber(), newNumber(), newNumber(), newNumber()])
          await subscribeTo('sms', user, group, number);
        const content = { name: 'Sale', smsMessage: 'Hi', senders: { SMS: pool?._id } };
        const campaign = await send(user, [group], content);
        await until('the end of the campaign', 60, async () => {
          const { report } = await data('GET', `/campaigns/${campaign}/report`, undefined, user.key);
          return (report as { status: string }).status === 'SENT';
        });
        await pane.goto(other.at(`/campaigns/${campaign}/report`));
        await pane.getByRole('heading', { name: 'Deliveries' }).scrollIntoViewIfNeeded();
        const table = pane.locator('section', { has: pane.getByRole('heading', { name: 'By sender' }) });
        for (const name of ['First', 'Second']) {
          await table.getByRole('row', { name: new RegExp(`${name} 2 2 2 0 0 0 0`) }).waitFor();
        }
        expect(await seriousFindings(pane)).toEqual([]);
        expect(other.faults).toEqual([]);
      } finally {
        await other.close();
      }
    },
    PATIENCE_MS * 2,
  );

  it(
    'of Meta show a verify token and, after a test, the quality and the limit of the number',
    async () => {
      await page.goto(opened.at('/settings'));
      await page.getByRole('button', { name: 'Set up' }).last().click();
      const form = page.getByRole('dialog', { name: /^WhatsApp: / });
      await form.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name: 'Meta (WhatsApp Cloud API)' }).click();
      await form.getByText('generate a token that never expires for the app').waitFor();
      await form.getByLabel('Phone number ID').fill('15005550006');
      await form.getByLabel('WhatsApp Business Account ID').fill('102290129340398');
      await form.getByLabel('Access token').fill('EAAG-a-token');
      await form.getByLabel('App secret').fill('app-secret-of-the-sandbox');
      expect(await seriousFindings(page)).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      const test = page.getByRole('dialog', { name: /^Test: / });
      await test.getByRole('button', { name: 'Test', exact: true }).click();
      await test.getByText('The test succeeded.').waitFor();
      await test.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText('Quality: high').waitFor();
      await page.getByText('New conversations: 2,000 people in 24 hours').waitFor();
      await page.getByText('+15005550006', { exact: true }).waitFor();
      const urls = page.getByRole('textbox', { name: 'Webhook URL' });
      const values = await Promise.all((await urls.all()).map((url) => url.inputValue()));
      expect(values.filter((url) => /\/callbacks\/phone\/meta\/[0-9a-f]{24}$/.test(url))).toHaveLength(1);
      expect(await page.getByRole('textbox', { name: 'Verify token' }).inputValue()).toMatch(/^[\w-]{32}$/);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS * 3,
  );

  it(
    'of Meta offer their templates, with the variables of each part',
    async () => {
      const name = unique('Offer');
      await data('POST', '/campaigns/drafts', { name }, person.user.key);
      await page.goto(opened.at('/campaigns'));
      await page.getByRole('link', { name }).click();
      await page.getByRole('tab', { name: 'WhatsApp' }).click();
      await page.getByRole('combobox', { name: 'WhatsApp template', exact: true }).click();
      const paused = page.getByRole('option', { name: /^feedback_request .*Paused by WhatsApp$/ });
      expect(await paused.getAttribute('data-combobox-disabled')).toBe('true');
      await page.getByRole('option', { name: /^weekend_offer/ }).click();
      await page.getByText('The end of the URL of button 1').waitFor();
      await page.getByRole('textbox', { name: 'Value {{HEADER_place}}' }).fill('Oslo');
      await page.getByRole('textbox', { name: 'Value {{first_name}}' }).fill('{{name|friend}}');
      await page.getByRole('textbox', { name: 'Value {{BUTTON_0}}' }).fill('spring');
      await page.locator('.bubble', { hasText: 'Only in Oslo' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS * 3,
  );
});
