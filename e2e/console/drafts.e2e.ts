import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, text, until } from '../../dev/driver/api';
import { type TestGroup, newGroup, subscribe, subscribeTo, unique } from '../../dev/driver/arrange';
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

describeWith('chromium', 'an incomplete draft in the console', () => {
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
    await subscribe(ada.user, group, `${unique('ann')}@example.com`, { name: 'Ann' });
    await page.goto(at('/campaigns'));
    await signInAs(page, ada);
    await page.getByRole('heading', { name: 'Write your first campaign' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const campaigns = async (): Promise<Json[]> =>
    (await data('GET', '/campaigns', undefined, ada.user.key)).campaigns as Json[];
  const nameField = () => page.getByRole('textbox', { name: 'Name', exact: false }).first();
  const button = (name: string) => page.getByRole('button', { name });
  const missing = () => page.getByRole('alert').filter({ hasText: 'Before you can send this campaign' });

  it(
    'is stored from the first letter on, and listed without a name',
    async () => {
      await page.getByRole('link', { name: 'New campaign' }).first().click();
      await page.getByRole('heading', { name: 'New campaign' }).waitFor();
      await page.getByText('The draft is saved as you type.').waitFor();
      expect(await campaigns()).toEqual([]);
      await page.getByRole('tab', { name: 'SMS' }).click();
      await page.getByRole('textbox', { name: 'SMS' }).fill('H');
      await page.getByText(/^Saved \d/).waitFor();
      await page.getByRole('heading', { name: 'Untitled campaign' }).waitFor();
      expect(await campaigns()).toMatchObject([{ name: '', status: 'DRAFT', groups: [] }]);
      await page.reload();
      await page.getByRole('tab', { name: 'SMS' }).click();
      expect(await page.getByRole('textbox', { name: 'SMS' }).inputValue()).toBe('H');
      await page.goto(at('/campaigns'));
      await page.getByRole('link', { name: 'Untitled campaign' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await button('More actions: Untitled campaign').click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.getByText('Draft copy created.').waitFor();
      await until('the copy', 60, async () => (await campaigns()).length === 2);
      expect((await campaigns()).map(({ name }) => name)).toEqual(['', '']);
      await page.getByRole('heading', { name: 'Untitled campaign' }).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'is stored once, also if the page is left or reloaded at once',
    async () => {
      await page.goto(at('/campaigns/new'));
      await nameField().fill('Left at once');
      await page.getByRole('link', { name: 'Campaigns' }).first().click();
      await page.getByRole('link', { name: 'Left at once' }).waitFor();
      await page.goto(at('/campaigns/new'));
      await nameField().fill('Reloaded at once');
      await page.reload();
      await page.getByRole('heading', { name: 'Reloaded at once' }).waitFor();
      await page.getByText(/^Saved \d/).waitFor();
      const named = async (name: string) => (await campaigns()).filter((each) => each.name === name).length;
      expect([await named('Left at once'), await named('Reloaded at once')]).toEqual([1, 1]);
    },
    PATIENCE_MS,
  );

  it(
    'lists everything that is missing before it is sent, and leads to each',
    async () => {
      await page.goto(at('/campaigns/new'));
      // With the keyboard alone.
      await button('Review and send').press('Enter');
      await missing().waitFor();
      const items = () => missing().getByRole('listitem').allTextContents();
      expect(await items()).toEqual(['Enter a name', 'Write a message', 'Choose a group or a segment']);
      await missing().and(page.locator(':focus')).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.type('For {{name}}');
      await until('the name', 60, async () => (await items()).length === 2);

      // On a phone.
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await isTooWide(page)).toBe(false);
      await missing().getByRole('button', { name: 'Choose a group or a segment' }).click();
      await page.getByRole('option', { name: 'Choir' }).click();
      await page.keyboard.press('Escape');
      await missing().getByRole('button', { name: 'Write a message' }).click();
      await page.getByRole('tab', { name: 'Email' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.getByRole('textbox', { name: 'SMS' }).fill('Hello');
      await missing().waitFor({ state: 'detached' });

      // The account has no sender for the only channel with a message.
      await subscribeTo('sms', ada.user, group, '+4915155501931');
      await button('Review and send').click();
      await missing().waitFor();
      expect(await items()).toEqual(['Set up a sender: SMS']);
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      await missing().getByRole('link', { name: 'Set up a sender: SMS' }).click();
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      await page.goBack();
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.getByRole('tab', { name: 'Email' }).click();
      await page.getByRole('button', { name: 'Plain letter' }).click();
      await button('Review and send').click();
      const dialog = page.getByRole('dialog', { name: 'Send this campaign?' });
      await dialog.getByRole('button', { name: 'Send to 1 recipient' }).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    },
    2 * PATIENCE_MS,
  );

  it(
    'can become incomplete again',
    async () => {
      await nameField().fill('');
      await page.getByRole('tab', { name: 'SMS' }).click();
      await page.getByRole('textbox', { name: 'SMS' }).fill('');
      await page.getByRole('tab', { name: 'Email' }).click();
      await page.getByRole('group', { name: 'Text, block 1 of 1' }).focus();
      await page.keyboard.press('Delete');
      await page.getByText('The email is empty. Add a block.').waitFor();
      await page.getByText(/^Saved \d/).waitFor();
      await button('Review and send').click();
      await missing().getByRole('button', { name: 'Write a message' }).waitFor();
      await missing().getByRole('button', { name: 'Enter a name' }).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'shows preview warnings in the send dialog without blocking it',
    async () => {
      const body = {
        name: unique('Warned'),
        emailMessage: `<p>{{ name | upcase }}</p>${'<p>filler</p>'.repeat(9_000)}`,
        groups: [group.id],
      };
      const id = text(await data('POST', '/campaigns/create', body, ada.user.key), 'createCampaign', '_id');
      await page.goto(at(`/campaigns/${id}`));
      await button('Review and send').click();
      const dialog = page.getByRole('dialog', { name: 'Send this campaign?' });
      await dialog.getByText('Not understood: {{ name | upcase }}.').waitFor();
      await dialog.getByText('Gmail shows only the first 102 KB of this email').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Send to 1 recipient' }).click();
      await page.getByRole('heading', { name: 'By channel' }).waitFor();
    },
    PATIENCE_MS,
  );
});
