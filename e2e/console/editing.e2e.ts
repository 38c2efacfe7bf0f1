import { mongo } from 'mongoose';
import type { Page } from 'playwright-core';
import { pidOf, stack } from '@carillon/stack';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { searchedName } from '../../apps/campaign/src/name-search';
import { type Json, call, data, text, until } from '../../dev/driver/api';
import { type TestGroup, newGroup, newUser, subscribe, subscribeTo, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  anotherBrowser,
  expectOnly,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  signInByKey,
} from './open-console';

const MANY = 10_000;

describeWith('chromium', 'the editor of campaigns', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let ada: TestPerson;
  let group: TestGroup;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    ada = await newPerson();
    group = await newGroup(ada.user, 'Choir');
    await subscribe(ada.user, group, 'ann@example.com', { name: 'Ann', city: 'Rome' });
    await subscribe(ada.user, group, 'bob@example.com', { city: 'Bonn' });
    await subscribeTo('sms', ada.user, group, '+4915155501701', { name: 'Eve' });
    await page.goto(at('/campaigns'));
    await signInAs(page, ada);
    await page.getByRole('heading', { name: 'Write your first campaign' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(async () => {
    await page.unroute('**/api/v1/**');
    expect(faults.splice(0)).toEqual([]);
  });

  /** A draft that was written by a program, opened in the page. */
  const openDraft = async (more: object = {}): Promise<string> => {
    const body = { name: unique('Draft'), groups: [group.id], smsMessage: 'Hello {{name}}', ...more };
    const id = text(await data('POST', '/campaigns/create', body, ada.user.key), 'createCampaign', '_id');
    await page.goto(at(`/campaigns/${id}`));
    await page.getByText(/^Saved \d/).waitFor();
    return id;
  };
  const stored = async (id: string): Promise<Json> =>
    (await data('GET', `/campaigns/${id}`, undefined, ada.user.key)).campaign as Json;
  const nameField = (on = page) => on.getByRole('textbox', { name: 'Name', exact: false }).first();
  /** Types the name. A dialog that opens in the meantime takes the focus, and with it the typed text. */
  const name = (text: string, on = page) =>
    until('the name in its field', 60, async () => {
      await nameField(on).fill(text);
      return (await nameField(on).inputValue()) === text;
    });
  /** The browser itself reports refused requests and requests without a response. */
  const ignoreReports = (kind: RegExp): void => expectOnly(faults, kind);

  it(
    'lists ten thousand campaigns, and finds one by a part of its name',
    async () => {
      const many = await newUser('UPGRADED', 'Many');
      const owner = await newPerson('owner', many);
      const needle = { name: 'The Needle', groups: [(await newGroup(many)).id], smsMessage: 'Hi' };
      const id = text(await data('POST', '/campaigns/create', needle, many.key), 'createCampaign', '_id');
      await copies(id, MANY);
      const other = await anotherBrowser(opened);
      await other.page.goto(at('/campaigns'));
      await signInAs(other.page, owner);
      await other.page.getByRole('link', { name: 'Hay 0', exact: true }).waitFor();
      const rows = other.page.getByRole('row');
      const reaches = async (count: number): Promise<void> => {
        await until(`${count} campaigns`, 60, async () => {
          await other.page.evaluate('scrollTo(0, document.body.scrollHeight)');
          const shown = (await other.page.getByText(/^\d+ campaigns …/).textContent()) ?? '';
          return parseInt(shown, 10) >= count;
        });
      };
      await reaches(400);
      // The DOM contains few of them.
      expect(await rows.count()).toBeLessThan(60);
      // A page that cannot be read is not requested in a loop.
      let refused = 0;
      await other.page.route('**/api/v1/campaigns?**cursor=**', (route) => {
        refused += 1;
        return route.fulfill({ status: 400, json: { code: 'bad_request', message: 'No' } });
      });
      const note = other.page.getByRole('alert');
      await until('the refusal', 60, async () => {
        await other.page.evaluate('scrollTo(0, document.body.scrollHeight)');
        return note.isVisible();
      });
      expect(refused).toBe(1);
      expect(await rows.count()).toBeGreaterThan(5);
      await other.page.unroute('**/api/v1/campaigns?**cursor=**');
      await note.getByRole('button', { name: 'Try again' }).click();
      await note.waitFor({ state: 'detached' });
      await reaches(600);
      ignoreReports(/status of 400/);
      await other.page.getByRole('searchbox', { name: 'Search by name' }).fill('nEEdle');
      await other.page.getByRole('link', { name: 'The Needle' }).waitFor();
      await other.page.getByText('1 campaign', { exact: true }).waitFor();
      expect(other.page.url()).toMatch(/search=nEEdle$/);
      expect(await seriousFindings(other.page)).toEqual([]);
      // The URL keeps the search.
      await other.page.getByText('Draft', { exact: true }).first().click();
      await other.page.waitForURL(/status=DRAFT/);
      await other.page.reload();
      await other.page.getByRole('link', { name: 'The Needle' }).waitFor();
      await other.page.getByRole('radiogroup', { name: 'Status' }).getByText('Sent', { exact: true }).click();
      await other.page.getByText('No campaigns match.').waitFor();
      await other.page.getByRole('link', { name: 'Show all campaigns' }).click();
      await other.page.getByRole('link', { name: 'Hay 0', exact: true }).waitFor();
      await other.close();
    },
    2 * PATIENCE_MS,
  );

  it(
    'inserts emojis and placeholders at the cursor',
    async () => {
      await openDraft({ smsMessage: `Hello! ${'a'.repeat(100)}` });
      const button = (label: string) => page.getByRole('button', { name: label, exact: true });
      const search = page.getByRole('searchbox', { name: 'Search in English or German' });
      await page.getByRole('tab', { name: 'SMS' }).click();
      const sms = page.getByRole('textbox', { name: 'SMS' });
      await sms.press('Control+Home');
      await sms.press('Control+ArrowRight');
      await button('Insert a placeholder').click();
      await page.getByRole('textbox', { name: 'Fallback' }).fill('friend');
      await page.getByRole('textbox', { name: 'Fallback' }).press('Enter');
      // The cursor is behind the inserted text.
      await page.keyboard.type(',');
      await until('the placeholder', 60, async () =>
        (await sms.inputValue()).startsWith('Hello{{name|friend}},! a'),
      );

      await button('Insert an emoji').click();
      await page.getByText(/^Emojis are not in the SMS alphabet\..* 2 segments instead of 1\.$/).waitFor();
      await search.fill('glocke');
      await page.getByRole('gridcell').getByRole('button', { name: 'bell', exact: true }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await search.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      const status = page.getByRole('status').filter({ hasText: 'segments' });
      await status.getByText(/not in the SMS alphabet: .* Without it, the text needs 1 segment\.$/).waitFor();
      expect(await sms.inputValue()).toMatch(/^Hello\{\{name\|friend\}\},\p{Emoji_Presentation}! a+$/u);
      // The emoji is a recent one, and the Escape key returns the focus to the button.
      await button('Insert an emoji').click();
      expect(await page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('recent');
      expect(await page.getByRole('gridcell').count()).toBe(1);
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'detached' });
      await until('the focus', 60, () =>
        page.locator('button:focus', { hasText: 'Insert an emoji' }).isVisible(),
      );

      await page.getByRole('tab', { name: 'Email' }).click();
      const subject = page.getByRole('textbox', { name: 'Subject' });
      await subject.fill('Party ');
      await button('Insert an emoji: Subject').click();
      await search.fill('tada');
      await search.press('Enter');
      await until('the emoji', 60, async () => (await subject.inputValue()) === 'Party 🎉');
      await page.getByRole('textbox', { name: 'Preview text' }).fill('For ');
      await button('Insert a placeholder: Preview text').click();
      await button('Insert').click();
      await page.getByRole('textbox', { name: 'Preview text' }).press('End');
      await until('the placeholder', 60, async () =>
        (await page.getByRole('textbox', { name: 'Preview text' }).inputValue()).startsWith('For {{'),
      );
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'counts recipients without a value, and shows the cost of SMS',
    async () => {
      const id = await openDraft({ name: 'For {{name}}', emailMessage: '<p>{{name}} {{city}}</p>' });
      const warning = page.getByRole('alert').filter({ hasText: 'Missing values' });
      await warning.getByText('{{name}}: 1 person without a value.', { exact: true }).waitFor();
      expect(await warning.getByText('{{city}}').count()).toBe(0);
      await page.getByRole('textbox', { name: 'HTML of the email' }).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('{{c');
      await page.getByRole('option', { name: '{{city}}' }).getByText('2 people').click();
      await until('the text', 60, async () => String((await stored(id)).message).endsWith('</p>{{city}}'));

      await page.getByRole('combobox', { name: 'Preview as' }).fill('+49 151 55501701');
      await page.getByRole('option', { name: /\+4915155501701/ }).click();
      await page.getByRole('tab', { name: 'SMS' }).click();
      await page.getByRole('group', { name: 'Preview' }).getByText('Hello Eve').waitFor();
      await page.getByText('1 segment for 1 person, at most 1 for one.').waitFor();
      await page.getByText('Enter the price per segment to see the cost.').waitFor();
      await page.getByRole('textbox', { name: 'Price per segment' }).fill('0.07');
      await page.getByText('Estimated cost: US$0.07.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Insert a placeholder' }).click();
      // No person with a phone number has a city, so this key is not suggested, but can be typed.
      const placeholder = page.getByRole('combobox', { name: 'Placeholder', exact: true });
      expect(await placeholder.getByRole('option').allTextContents()).toEqual(['name (1 person)']);
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'SMS' }).fill('Hello {{name}}{{city}}');
      await page.getByRole('button', { name: 'Send a test' }).click();
      const test = page.getByRole('dialog', { name: 'Send a test' });
      const address = test.getByRole('textbox', { name: 'Your address' });
      await until('their own address', 60, async () => (await address.inputValue()) === ada.email);
      expect(await seriousFindings(page)).toEqual([]);
      await test.getByRole('button', { name: 'Send test' }).click();
      await page.getByText('Test message sent.').waitFor();
      await page.getByRole('button', { name: 'Review and send' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Email · {{name}}: 1 person without a value.', { exact: true }).waitFor();
      await dialog.getByRole('link', { name: 'bob@example.com' }).waitFor();
      await dialog.getByText('SMS – No sender', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Not sent to 1 recipient' }).click();
      await dialog.getByText('No sender for this channel · SMS', { exact: true }).waitFor();
      await dialog.getByRole('link', { name: 'Eve (+4915155501701)' }).waitFor();
      await dialog.getByText(/estimate the end yet/).waitFor();
      await dialog.getByRole('button', { name: 'Send to 2 recipients' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByText('Schedule', { exact: true }).click();
      const isRefused = dialog.getByRole('button', { name: 'Schedule for 2 recipients', disabled: true });
      await dialog.getByLabel('Send time').last().fill('2099-01-01T10:00');
      await dialog.getByText('Choose a time within one year.').waitFor();
      await isRefused.waitFor();
      await dialog.getByLabel('Send time').last().fill('2020-01-01T10:00');
      await dialog.getByText('Choose a time in the future.').waitFor();
      await isRefused.waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    },
    2 * PATIENCE_MS,
  );

  it(
    'edits a new draft even if it could not be read at first',
    async () => {
      await page.goto(at(`/campaigns/new?group=${group.id}`));
      const first = unique('Unread');
      const unread = { status: 404, json: { code: 'campaign_not_found', title: 'Gone', errors: [] } };
      await page.route(/\/api\/v1\/campaigns\/[0-9a-f]{24}$/, (route) => route.fulfill(unread));
      const refused = page.waitForResponse((answer) => answer.status() === 404);
      await name(first);
      await refused;
      await page.unroute(/\/api\/v1\/campaigns\/[0-9a-f]{24}$/);
      await name(`${first} again`);
      await page.getByText(/^Saved \d/).waitFor();
      const found = await data(
        'GET',
        `/campaigns?search=${encodeURIComponent(first)}`,
        undefined,
        ada.user.key,
      );
      expect((found.campaigns as Json[]).map((each) => each.name)).toEqual([`${first} again`]);
      ignoreReports(/status of 404/);
    },
    PATIENCE_MS,
  );

  it(
    'stays usable, and saves, when the tab has no storage left',
    async () => {
      const id = await openDraft();
      await page.evaluate(
        `Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }`,
      );
      await nameField().fill('Typed without room');
      await until('my name', 60, async () => (await stored(id)).name === 'Typed without room');
      expect(await nameField().inputValue()).toBe('Typed without room');
      await page.reload();
    },
    PATIENCE_MS,
  );

  it(
    'asks before one person overwrites the changes of another',
    async () => {
      const id = await openDraft();
      const other = await anotherBrowser(opened);
      await other.page.goto(at(`/campaigns/${id}`));
      await signInAs(other.page, await newPerson('editor', ada.user));
      await nameField(other.page).fill('Theirs');
      await until('their name', 60, async () => (await stored(id)).name === 'Theirs');

      await nameField().fill('Mine');
      const conflict = page.getByRole('dialog', { name: 'Someone else changed this campaign' });
      await conflict.waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect((await stored(id)).name).toBe('Theirs');
      await conflict.getByRole('button', { name: 'Keep both' }).click();
      await page.getByRole('heading', { name: 'Theirs' }).waitFor();
      const found = await data('GET', '/campaigns?search=mine', undefined, ada.user.key);
      expect(found.campaigns).toEqual([expect.objectContaining({ name: 'Mine', status: 'DRAFT' })]);

      await nameField(other.page).fill('Theirs again');
      await until('their name', 60, async () => (await stored(id)).name === 'Theirs again');
      await nameField().fill('Mine after all');
      await page.getByRole('button', { name: 'Keep my version' }).click();
      await until('my name', 60, async () => (await stored(id)).name === 'Mine after all');
      await other.close();
      ignoreReports(/status of 409/);
    },
    2 * PATIENCE_MS,
  );

  it(
    'continues to save after the gateway is killed and restarted',
    async () => {
      const id = await openDraft();
      const gateway = pidOf('gateway');
      process.kill(gateway, 'SIGKILL');
      await nameField().fill('Written meanwhile');
      await until('another gateway', 60, () => Promise.resolve(pidOf('gateway') !== gateway));
      await until('its responses', 60, async () => (await call('GET', '/account')).status === 200);
      await until('my name', 60, async () => (await stored(id)).name === 'Written meanwhile');
      await page.getByText(/^Saved \d/).waitFor();
      ignoreReports(/ERR_CONNECTION|Failed to load|net::/);
    },
    3 * PATIENCE_MS,
  );

  it(
    'reports a longer outage, and keeps typed text',
    async () => {
      const id = await openDraft();
      await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
      await nameField().fill('Typed offline');
      await page.getByText('The service does not respond.').first().waitFor();
      await page.getByText('The draft cannot be saved right now.').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.unroute('**/api/v1/**');
      await page.getByText('Connection restored.').waitFor();
      await until('my name', 60, async () => (await stored(id)).name === 'Typed offline');
      ignoreReports(/ERR_CONNECTION|Failed to load|net::/);
    },
    2 * PATIENCE_MS,
  );

  it(
    'shows the sign-in over the page after the session ended, and continues to save',
    async () => {
      const id = await openDraft();
      await page.setViewportSize({ width: 375, height: 740 });
      expect(await isTooWide(page)).toBe(false);
      await opened.context.clearCookies();
      await name('Typed after the end');
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
      await signInAs(page, ada);
      await until('my name', 60, async () => (await stored(id)).name === 'Typed after the end');
      await page.getByText(/^Saved \d/).waitFor();
      // A preview that is requested while Ada signs in still has the token of her previous session.
      ignoreReports(/status of 40[13]/);

      // Another person who signs in there sees none of the text.
      await opened.context.clearCookies();
      await name('Not for Bob');
      await dialog.waitFor();
      const bob = await newPerson('editor', ada.user);
      await signInAs(page, bob);
      await page.getByRole('heading', { name: 'Typed after the end' }).waitFor();
      await page.goto(at('/campaigns/new'));
      await page.getByRole('heading', { name: 'New campaign' }).waitFor();
      // In Bob's session, the token of Ada's page is refused.
      ignoreReports(/status of 40[13]/);

      // Ada finds her text again.
      await opened.context.clearCookies();
      await page.goto(at(`/campaigns/${id}`));
      await signInAs(page, ada);
      await page.getByRole('heading', { name: 'Not for Bob' }).waitFor();
      await until('my name', 60, async () => (await stored(id)).name === 'Not for Bob');
      ignoreReports(/status of 401/);
    },
    3 * PATIENCE_MS,
  );

  it(
    'asks for another key when the key is revoked',
    async () => {
      const id = await openDraft();
      const newKey = async (name: string) => {
        const made = await data('POST', '/api-keys', { name, scopes: ['read', 'write'] }, ada.user.key);
        return made.createApiKey as { _id: string; key: string };
      };
      const [first, second] = [await newKey('first'), await newKey('second')];
      const other = await anotherBrowser(opened);
      await other.page.goto(at(`/campaigns/${id}`));
      await signInByKey(other.page, first.key);
      await nameField(other.page).waitFor();
      await data('DELETE', `/api-keys/${first._id}`, undefined, ada.user.key);
      await until(
        'its end',
        60,
        async () => (await call('GET', '/account', undefined, first.key)).status === 401,
      );
      await name('By key', other.page);
      const dialog = other.page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByRole('textbox', { name: 'API key' }).fill(second.key);
      await dialog.getByRole('button', { name: 'Sign in with an API key' }).click();
      await until('the name', 60, async () => (await stored(id)).name === 'By key');
      ignoreReports(/status of 401/);
      await other.close();
    },
    2 * PATIENCE_MS,
  );
});

/** Newer copies of a campaign, inserted into the database: requests would take a minute. */
async function copies(id: string, count: number): Promise<void> {
  const client = await mongo.MongoClient.connect(stack().mongoUrl);
  try {
    const campaigns = client.db('carillon_campaign').collection('campaigns');
    const original = await campaigns.findOne({ _id: new mongo.ObjectId(id) });
    const hay = Array.from({ length: count }, (_, n) => ({
      ...original,
      _id: new mongo.ObjectId(),
      name: `Hay ${count - 1 - n}`,
      ...searchedName(`Hay ${count - 1 - n}`),
    }));
    await campaigns.insertMany(hay);
  } finally {
    await client.close();
  }
}
