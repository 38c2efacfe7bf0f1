import type { Page } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, text } from '../../dev/driver/api';
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

describeWith('chromium', 'the checks of a draft in the console', () => {
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

  const checks = () => page.getByRole('region', { name: 'Checks' });
  const focusedLine = () =>
    page.evaluate<string>("document.getSelection().anchorNode.parentElement.closest('.cm-line').textContent");

  it(
    'are grouped by severity, lead to the fields, and follow each save',
    async () => {
      const draft = {
        name: unique('Checked'),
        emailMessage: '<p>Hello</p>\n<p>More</p>\n<a href="/offers">Offers</a>',
        smsMessage: 'Łódź',
        groups: [group.id],
      };
      const id = text(await data('POST', '/campaigns/create', draft, ada.user.key), 'createCampaign', '_id');
      await page.goto(at(`/campaigns/${id}`));
      const errors = checks().getByRole('list', { name: 'Errors' });
      await errors.getByText('1 link has an incomplete address').waitFor();
      await checks().getByText('1 error, 3 notes').waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await errors.getByRole('button', { name: 'Line 3' }).click();
      await page.locator('.cm-content:focus').waitFor();
      expect(await focusedLine()).toBe('<a href="/offers">Offers</a>');

      await checks().getByRole('button', { name: 'Go to the field SMS' }).click();
      const sms = page.getByRole('textbox', { name: 'SMS' });
      await page.locator('#campaign-smsMessage:focus').waitFor();
      await sms.fill('Lodz');
      await checks().getByText('1 error, 2 notes').waitFor();
      expect(await checks().getByText('Łódź').count()).toBe(0);
    },
    PATIENCE_MS,
  );

  it(
    'are shown again before the campaign is sent, and close the dialog for a field',
    async () => {
      await page.getByRole('button', { name: 'Review and send' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send this campaign?' });
      await dialog.getByText('1 link has an incomplete address').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Go to the field Preview text' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.locator('#campaign-preheader:focus').waitFor();
      await page.setViewportSize({ width: 375, height: 740 });
      expect(await isTooWide(page)).toBe(false);
    },
    PATIENCE_MS,
  );

  it(
    'are in German, too',
    async () => {
      await page.evaluate(() => localStorage.setItem('carillon.language', 'de'));
      await page.reload();
      const region = page.getByRole('region', { name: 'Prüfung' });
      await region.getByText('1 Link hat eine unvollständige Adresse').waitFor();
      await region.getByText(/^1 Fehler, \d Hinweise$/).waitFor();
    },
    PATIENCE_MS,
  );
});
