import { stack } from '@carillon/stack';
import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, until } from '../../dev/driver/api';
import { newGroup, subscribeTo, unique } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
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

describeWith('chromium', 'the template of a WhatsApp message in the console', () => {
  let opened: Console;
  let page: Page;
  let person: TestPerson;
  const name = unique('Order');
  const number = newNumber();

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    person = await newPerson();
    const { key } = person.user;
    const { accountSid, authToken } = stack().twilio;
    const settings = { accountSid, authToken, from: '+14155550100' };
    await data('POST', '/senders', { channel: 'WHATSAPP', name: 'Our Twilio', settings }, key);
    const group = await newGroup(person.user);
    await subscribeTo('whatsapp', person.user, group, number, { name: 'Grace' });
    await data('POST', '/campaigns/drafts', { name, groups: [group.id] }, key);
    await page.goto(opened.at('/campaigns'));
    await signInAs(page, person);
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const template = () => page.getByRole('combobox', { name: 'WhatsApp template', exact: true });
  const bubble = (text: string) => page.locator('.bubble', { hasText: text }).waitFor();
  const stored = async (): Promise<Json> => {
    const { campaigns } = await data('GET', '/campaigns', undefined, person.user.key);
    const [{ _id: id }] = campaigns as [{ _id: string }];
    return (await data('GET', `/campaigns/${id}`, undefined, person.user.key)).campaign as Json;
  };

  it(
    'is chosen from the list of the provider, filled in, previewed, and sent',
    async () => {
      await page.getByRole('link', { name }).click();
      await page.getByRole('tab', { name: 'WhatsApp' }).click();
      await template().click();
      const options = await page.getByRole('option', { name: '·' }).allInnerTexts();
      expect(options).toHaveLength(6);
      expect(options).toContain('flash_sale · English · Rejected by WhatsApp');
      await template().fill('order_ready');
      await page.getByRole('option', { name: 'order_ready' }).click();
      await page.getByLabel('Value {{1}}', { exact: true }).fill('{{name|friend}}');
      await page.getByLabel('Value {{2}}', { exact: true }).fill('1042');
      await page.getByRole('combobox', { name: 'Preview as' }).click();
      await page.getByRole('option', { name: number }).click();
      await bubble('Hello Grace, your order 1042 is ready to collect.');
      expect(await seriousFindings(page)).toEqual([]);
      await until('the stored template', 60, async () => {
        const { whatsappTemplate } = (await stored()) as { whatsappTemplate: Json | null };
        return JSON.stringify(whatsappTemplate?.variables) === '{"1":"{{name|friend}}","2":"1042"}';
      });

      const { _id: campaignId } = await stored();
      await data('POST', '/campaigns/publish', { campaignId }, person.user.key);
      const [received] = await until('the message', 60, async () => {
        const all = await inboxOf(number);
        return all.length > 0 ? all : null;
      });
      expect(received).toMatchObject({ text: 'Hello Grace, your order 1042 is ready to collect.' });
    },
    2 * PATIENCE_MS,
  );

  it(
    'can be entered by its ID, and fits a phone in German',
    async () => {
      await data('POST', '/campaigns/drafts', { name: `${name} 2` }, person.user.key);
      await page.evaluate("localStorage.setItem('carillon.language', 'de')");
      await page.setViewportSize({ width: 390, height: 780 });
      await page.goto(opened.at('/campaigns'));
      await page.getByRole('link', { name: `${name} 2` }).click();
      await page.getByRole('tab', { name: 'WhatsApp' }).click();
      await page.getByRole('button', { name: 'ID eingeben' }).click();
      const id = page.getByRole('textbox', { name: 'Genehmigte Vorlage (contentSid)' });
      await id.fill(`HX${'f'.repeat(32)}`);
      await page.getByText('Das Konto des Absenders hat keine Vorlage mit dieser ID.').waitFor();
      await id.fill(`HX${'6'.padStart(32, '0')}`);
      await page
        .getByText(
          'Von WhatsApp abgelehnt. Mit dieser Vorlage können Sie die Kampagne nicht veröffentlichen.',
        )
        .waitFor();
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
