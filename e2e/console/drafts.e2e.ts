import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, text, until } from '../../dev/driver/api';
import { type TestGroup, newGroup, subscribe, unique } from '../../dev/driver/arrange';
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
    await page.goto(at(''));
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
  const missing = () => page.getByRole('alert').filter({ hasText: 'Before you can test or send' });

  it(
    'stays in the tab until it is saved, and shows this',
    async () => {
      await page.goto(at('/campaigns/new'));
      await page.getByRole('button', { name: 'Save draft', disabled: true }).waitFor();
      await page.getByRole('tab', { name: 'SMS' }).click();
      await page.getByRole('textbox', { name: 'SMS' }).fill('H');
      await page.getByText('Only in this browser tab until you save the draft').waitFor();
      await page.reload();
      await page.getByText(/^Unsaved campaign from .* restored/).waitFor();
      expect(await campaigns()).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'is saved from the first letter on, listed without a name, and can be opened again',
    async () => {
      await button('Save draft').click();
      await page.getByText(/^Saved \d/).waitFor();
      await page.getByRole('heading', { name: 'Untitled campaign' }).waitFor();
      expect(await campaigns()).toMatchObject([{ name: '', status: 'DRAFT', groups: [] }]);
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
    'shows the missing fields before it is sent, and links to each',
    async () => {
      await button('Review and send').click();
      await missing().waitFor();
      expect(await missing().getByRole('button').allTextContents()).toEqual([
        'Enter a name',
        'Choose a group or a segment',
      ]);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      await missing().getByRole('button', { name: 'Choose a group or a segment' }).click();
      await page.getByRole('option', { name: 'Choir' }).click();
      await page.keyboard.press('Escape');
      await missing()
        .getByRole('button', { name: 'Choose a group or a segment' })
        .waitFor({ state: 'detached' });
      await missing().getByRole('button', { name: 'Enter a name' }).click();
      await page.keyboard.type('For {{name}}');
      await missing().waitFor({ state: 'detached' });
      await until('the name', 60, async () =>
        (await campaigns()).some(
          ({ name, groups }) => name === 'For {{name}}' && String(groups) === group.id,
        ),
      );
    },
    PATIENCE_MS,
  );

  it(
    'keeps a name and groups once it has them, and its message once it is complete',
    async () => {
      await nameField().fill('');
      await page.getByText('Not saved. Complete these fields: name.').waitFor();
      await page.getByRole('tab', { name: 'SMS' }).click();
      await page.getByRole('textbox', { name: 'SMS' }).fill('');
      await page.getByText('Not saved. Complete these fields: name, message.').waitFor();
      await nameField().fill('Finished');
      await page.getByRole('textbox', { name: 'SMS' }).fill('Hello');
      await page.getByText(/^Saved \d/).waitFor();
      await until('the name', 60, async () => (await campaigns()).some(({ name }) => name === 'Finished'));
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
