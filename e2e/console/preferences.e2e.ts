import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, text, until } from '../../dev/driver/api';
import { newGroup, send, subscribe, unique } from '../../dev/driver/arrange';
import { inboxOf } from '../../dev/driver/inbox';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  unfitForPhones,
  unfitForRecipients,
} from './open-console';

const picture = join(__dirname, '../../docs/console/topics.png');

/** The number of opt-outs in a page of the list. */
const PAGE = 50;

describeWith('chromium', 'the preferences of recipients', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let person: TestPerson;
  let topic: string;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    person = await newPerson();
    await page.goto(at('/settings?tab=unsubscribe'));
    await signInAs(page, person);
    await page.getByText('Unsubscribe button of mail apps').waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const oneClick = async () =>
    text(await data('GET', '/account/consent', undefined, person.user.key), 'consentSettings', 'oneClick');
  const brand = async () =>
    (await data('GET', '/account/brand', undefined, person.user.key)).brand as {
      color: string | null;
      logo: { src: string; alt: string } | null;
      address: string | null;
    };

  it(
    'are chosen on a page with the color and the logo of the account',
    async () => {
      await page.getByRole('radio', { name: 'Only the topic' }).and(page.locator(':checked')).waitFor();
      await page.getByRole('radio', { name: 'All email' }).check();
      await until('the choice', 60, async () => (await oneClick()) === 'ALL');
      await page.getByRole('radio', { name: 'Only the topic' }).check();
      await until('the choice', 60, async () => (await oneClick()) === 'TOPIC');

      await page.getByRole('link', { name: 'Open the brand' }).click();
      await page.getByRole('heading', { name: 'Logo, colors, and font' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Choose an image' }).click();
      await page.getByRole('dialog').getByLabel('Upload').setInputFiles(picture);
      await page.getByRole('button', { name: 'Insert topics.png' }).click();
      await page.getByRole('textbox', { name: 'Description of the logo' }).fill('Our logo');
      await page.getByLabel('Brand color').fill('#8a4b08');
      await page.getByRole('textbox', { name: 'Postal address' }).fill('Our street 1\nTown');
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Brand saved.').waitFor();
      const { color, logo, address: postal } = await brand();
      expect([color, logo?.alt, postal]).toEqual(['#8a4b08', 'Our logo', 'Our street 1\nTown']);
      expect(await seriousFindings(page)).toEqual([]);

      const { user } = person;
      const group = await newGroup(user);
      const address = `${unique('reader')}@example.com`;
      const phone = '+4915155501911';
      await data('POST', '/people', { email: [address], phone: [phone] }, user.key);
      await subscribe(user, group, address);
      const offers = { name: 'Offers', description: 'Discounts and sales' };
      topic = text(await data('POST', '/topics', offers, user.key), 'createTopic', '_id');
      const content = { name: 'Sale', emailMessage: '<p>Sale</p>', audience: { topic } };
      await send(user, [group], content);
      const mail = await until('the email', 100, async () => (await inboxOf(address))[0] ?? null);
      const [link = ''] = /https?:\S+\/u\/[^\s>\]]+/.exec(String(mail.text)) ?? [];
      const shown = await opened.context.newPage();
      await shown.goto(link);
      await shown.getByText('Discounts and sales').waitFor();
      expect(await shown.getByRole('img', { name: 'Our logo' }).getAttribute('src')).toBe(logo?.src);
      // The policy of the page lets the image load.
      expect(await shown.evaluate("document.querySelector('header img').naturalWidth")).toBeGreaterThan(0);
      expect(await unfitForRecipients(shown)).toEqual([]);
      await shown.getByRole('checkbox', { name: 'Offers' }).uncheck();
      await shown.getByRole('radio', { name: 'Pause for 30 days' }).check();
      await shown.getByRole('button', { name: 'Save' }).click();
      await shown.getByRole('heading', { name: 'Saved' }).waitFor();
      expect(await unfitForRecipients(shown)).toEqual([]);
      await shown.close();

      // The choices apply to the person, whichever address is shown.
      for (const identifier of [address, phone]) {
        await page.goto(at(`/people/person?identifier=${encodeURIComponent(identifier)}`));
        await page.getByText(/^Paused until /).waitFor();
        await page.getByText('Left', { exact: true }).waitFor();
        await page.getByRole('link', { name: 'on the unsubscribe page, after a campaign' }).waitFor();
        expect(await seriousFindings(page)).toEqual([]);
      }

      // The person agrees again, and then asks a member of the account to stop.
      await page.getByRole('button', { name: 'Rejoin: Offers' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`${address} · Email`).waitFor();
      await dialog.getByRole('link', { name: 'on the unsubscribe page, after a campaign' }).waitFor();
      const lift = dialog.getByRole('button', { name: 'Lift opt-out' });
      expect(await lift.isDisabled()).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('checkbox', { name: 'The person agreed to receive messages again' }).check();
      await lift.click();
      await page.getByText(/^left .+, joined again /).waitFor();
      await page.getByText('Has not left any topic.').waitFor();
      await page.getByRole('button', { name: 'Leave a topic' }).click();
      await dialog.getByRole('combobox', { name: 'Topic' }).click();
      await page.getByRole('option', { name: 'Offers' }).click();
      await dialog.getByRole('button', { name: 'Add opt-out' }).click();
      await page.getByText('Left', { exact: true }).waitFor();
      await page.getByText(/^since .+ added by your account$/).waitFor();
      expect(await page.getByRole('button', { name: 'Leave a topic' }).count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);

      // The list of the topic.
      for (let n = 0; n < PAGE; n += 1) {
        const reader = { channel: 'email', identifier: `reader${n}@example.com` };
        await data('POST', `/topics/${topic}/opt-outs`, reader, user.key);
      }
      await page.goto(at('/people/topics'));
      await page.getByRole('link', { name: 'Show people who left “Offers”' }).click();
      const last = page.getByRole('link', { name: `reader${PAGE - 1}@example.com` });
      await page.getByRole('link', { name: 'reader0@example.com' }).waitFor();
      expect(await last.count()).toBe(0);
      await page.getByRole('button', { name: 'Show more' }).click();
      await last.waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add opt-out' }).click();
      await dialog.getByRole('textbox', { name: 'Address' }).fill('zoe@example.com');
      await dialog.getByRole('button', { name: 'Add opt-out' }).click();
      await page.getByText('Opt-out added.').waitFor();
      const search = page.getByRole('searchbox', { name: 'Search by address' });
      // The opt-out is stored with another address of the person.
      await search.fill(address);
      await page.getByRole('link', { name: 'reader0@example.com' }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: phone }).waitFor();
      await search.fill('zoe@example.com');
      await page.getByRole('button', { name: 'Lift opt-out: zoe@example.com · Email' }).click();
      expect(await dialog.getByRole('checkbox').count()).toBe(0);
      await lift.click();
      await page.getByText('The person with this address has not left the topic.').waitFor();

      await page.goto(at('/settings?tab=brand'));
      await page.getByRole('button', { name: 'Remove logo' }).click();
      await page.getByRole('button', { name: 'Reset: Brand color' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await until('the default look', 60, async () => {
        const stored = await brand();
        return stored.color === null && stored.logo === null;
      });
    },
    6 * PATIENCE_MS,
  );

  it(
    'fit a phone, in dark mode and in another language',
    async () => {
      const places = [
        ['/settings?tab=brand', 'Logo, Farben und Schrift'],
        [`/people/topics/${topic}`, 'Personen, die „Offers“ abbestellt haben'],
      ] as const;
      expect(await unfitForPhones(opened, places, 'Europe/Berlin')).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
