import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { stack } from '@carillon/stack';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { data, until } from '../../dev/driver/api';
import { newUser, unique } from '../../dev/driver/arrange';
import {
  type Console,
  PATIENCE_MS,
  anotherBrowser,
  firstUser,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  signInByKey,
  unfitForPhones,
} from './open-console';

/** The size limit of the scripts and styles of the first page, compressed with gzip (bytes). */
const FIRST_LOAD = 300 * 1024;

const assets = join(__dirname, '../../dist/clients/console/assets');

describeWith('chromium', 'the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const signIn = async (key: string): Promise<void> => {
    await page.goto(at('/campaigns'));
    await signInByKey(page, key);
  };

  it.each(['en', 'de'])(
    'loads little before the list of campaigns is usable, in the language %s',
    async (language) => {
      const user = await newUser();
      const name = unique('Draft');
      await data('POST', '/campaigns/drafts', { name }, user.key);
      // Nothing is cached, and no pointer is on a link, whose page would be loaded in advance.
      const { page: fresh, close } = await anotherBrowser(opened);
      await fresh.addInitScript(
        `sessionStorage.setItem('carillon.key', '${user.key}'); localStorage.setItem('carillon.language', '${language}')`,
      );
      const files = new Set<string>();
      const pending = new Set<Request>();
      fresh.on('request', (request) => {
        const file = basename(new URL(request.url()).pathname);
        if (!/\.(?:js|css)$/.test(file)) return;
        files.add(file);
        pending.add(request);
      });
      fresh.on('requestfinished', (request) => pending.delete(request));
      await fresh.goto(at('/campaigns'));
      const row = fresh.getByRole('row').filter({ has: fresh.getByRole('link', { name }) });
      await row.getByRole('button').waitFor();
      await fresh.evaluate('new Promise((idle) => requestIdleCallback(idle)).then(() => undefined)');
      await until('the files of the page', 60, () => Promise.resolve(pending.size === 0));
      expect(await fresh.getAttribute('html', 'lang')).toBe(language);
      await close();
      const texts = [...files].filter((file) => /^(?:en|de)-/.test(file));
      expect(texts).toEqual([expect.stringMatching(`^${language}-`)]);
      const sizes = [...files].map((file) => {
        const zipped = statSync(join(assets, `${file}.gz`), { throwIfNoEntry: false });
        return zipped?.size ?? statSync(join(assets, file)).size;
      });
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD);
    },
    PATIENCE_MS,
  );

  it(
    'reports requests that its policy blocks or that the API does not describe as test failures',
    async () => {
      await signIn(stack().apiKey);
      await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
      await page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { text: 'globalThis.ran = true' }))",
      );
      expect(await page.evaluate('globalThis.ran')).toBeUndefined();
      await page.evaluate("fetch('/api/v1/groups?secret=1')");
      await page.evaluate("fetch('/api/v1/undescribed')");
      await until('the faults', 60, () => Promise.resolve(faults.length >= 5));
      const found = faults.splice(0);
      for (const fault of [
        /Content Security Policy/,
        /^GET \/api\/v1\/groups\?secret=1 is not described$/,
        /^GET \/api\/v1\/undescribed is not described$/,
      ]) {
        expect(found).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
      }
    },
    PATIENCE_MS,
  );

  it(
    'explains why a key is rejected, with the request ID',
    async () => {
      await page.evaluate('sessionStorage.clear()');
      await signIn('car_live_nobodys');
      const alert = page.getByRole('alert');
      await alert.getByText('Invalid API key.').waitFor();
      await alert.getByRole('button', { name: /^Request / }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      // The browser itself reports the 401.
      expect(faults.splice(0)).toEqual([expect.stringContaining('status of 401')]);
    },
    PATIENCE_MS,
  );

  it(
    'leads from a CSV file to the final report',
    async () => {
      const name = unique('Ringers');
      const person = await newPerson('owner', await firstUser());
      await page.evaluate('sessionStorage.clear()');
      await page.goto(at('/campaigns'));
      await signInAs(page, { ...person, password: 'another password' });
      await page.getByRole('alert').getByText('Incorrect email address, password').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(faults.splice(0)).toEqual([expect.stringContaining('status of 401')]);
      await signInAs(page, person);
      await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
      // The session is in a cookie, so the next page has it, too.
      await page.reload();
      await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
      await page.getByRole('link', { name: 'People' }).first().click();
      await page.getByRole('button', { name: 'New group' }).first().click();
      await page.getByRole('textbox', { name: 'Group name' }).fill(name);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create group' }).click();

      const rows = ['channel,address,name', `email,${name}@example.com,Ann`, 'sms,+49 151 55501701,Bob'];
      const csv = [...rows, 'whatsapp,+49 151 55501702,Eve', 'email,nobody,Nobody'].join('\n');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await page.getByRole('cell', { name: '+4915155501701' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Import file' }).click();
      await page.getByRole('heading', { name: 'Import finished' }).waitFor();
      await page.getByRole('cell', { name: /is not a valid email address/ }).waitFor();
      await page.getByText('3 addresses').waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('link', { name: 'Write to this group' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill(`${name} for {{name}}`);
      await page.getByRole('main').getByText(name, { exact: true }).waitFor();
      await page.getByLabel('Groups').first().press('Backspace');
      await page.getByPlaceholder('Choose at least one group or segment.').click();
      await page.getByRole('option', { name }).click();
      await page.keyboard.press('Escape');
      await page.getByText('HTML', { exact: true }).click();
      await page.getByRole('button', { name: 'Start with a simple letter' }).click();
      await page.frameLocator('iframe').getByText('Hello {{name|friend}},').waitFor();
      await page.getByRole('textbox', { name: 'HTML of the email' }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText('<h1 style="color: green">Hello {{name}}</h1><script>alert(1)</script>');
      await page.getByRole('tab', { name: 'WhatsApp' }).click();
      await page.getByRole('textbox', { name: 'WhatsApp message' }).fill('Hello *{{name}}*');
      await page.getByRole('tab', { name: 'SMS' }).click();
      await page.getByRole('textbox', { name: 'SMS' }).fill('Hello {{name}} 🔔');
      await page.getByText('16 characters, 1 segment').waitFor();
      await page.getByText('This character is not in the SMS alphabet: 🔔').waitFor();
      await page.getByText(/^Saved \d/).waitFor();
      expect(await seriousFindings(page)).toEqual([]);

      // Ann's email, rendered by the code that sends. No script in it runs.
      await page.getByRole('tab', { name: 'Email' }).click();
      const mail = page.frameLocator('iframe');
      await mail.getByRole('heading', { name: 'Hello Ann' }).waitFor();
      const frame = page.frames().find((each) => each.url().endsWith('/preview.html'));
      const color = await frame?.evaluate<string>("getComputedStyle(document.querySelector('h1')).color");
      expect(color).toBe('rgb(0, 128, 0)');
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('button', { name: 'Review and send' }).click();
      await page.getByRole('button', { name: 'Send to 3 recipients' }).click();
      await page.getByRole('heading', { name: 'By channel' }).waitFor();
      await page.locator('.status-SENT').waitFor();
      await page.getByRole('cell', { name: `${name}@example.com`.toLowerCase() }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
    3 * PATIENCE_MS,
  );

  /** The path of the draft that the next test writes. */
  let written: string;
  it(
    'keeps typed text when the page is reloaded',
    async () => {
      await page.goto(at('/campaigns/new'));
      await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill('Not lost');
      await page.getByRole('heading', { name: 'Not lost' }).waitFor();
      await page.waitForURL(/\/campaigns\/[0-9a-f]{24}/);
      written = /\/campaigns\/[0-9a-f]{24}/.exec(page.url())?.[0] ?? '';
      await page.reload();
      await page.getByRole('heading', { name: 'Not lost' }).waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'fits a phone, in dark mode and in another language',
    async () => {
      const places = [
        ['/campaigns', 'Kampagnen'],
        [written, 'Not lost'],
        ['/people', 'Personen'],
        ['/settings', 'Einstellungen'],
      ] as const;
      expect(await unfitForPhones(opened, places)).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    'shows first steps in an empty account',
    async () => {
      await page.evaluate("localStorage.setItem('carillon.language', 'en')");
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(at('/campaigns'));
      await page.getByRole('button', { name: 'Account' }).click();
      await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok()),
        page.getByRole('menuitem', { name: 'Sign out' }).click(),
      ]);
      await page.getByRole('textbox', { name: 'Email address' }).waitFor();
      await signIn((await newUser()).key);
      await page.getByRole('heading', { name: 'Write your first campaign' }).waitFor();
      await page.getByRole('link', { name: 'Add people' }).click();
      await page.getByRole('heading', { name: 'Add your contacts' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
