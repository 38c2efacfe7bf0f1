import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, text, until } from '../../dev/driver/api';
import {
  type Console,
  PATIENCE_MS,
  type TestPerson,
  expectOnly,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
  unfitForPhones,
} from './open-console';

/** More templates than a window has room for, on one page of the list. */
const MANY = 40;

describeWith('chromium', 'templates in the console', () => {
  let opened: Console;
  let page: Page;
  let faults: string[];
  let at: Console['at'];
  let person: TestPerson;
  /** Another server with pictures. */
  const asked = jest.fn<undefined, []>();
  const pictures = createServer((_, response) => {
    asked();
    response.end();
  });

  beforeAll(async () => {
    opened = await openConsole();
    ({ page, faults, at } = opened);
    person = await newPerson();
    await page.goto(at('/templates'));
    await signInAs(page, person);
    await page.getByRole('heading', { name: 'Save your first template' }).waitFor();
  }, PATIENCE_MS);
  afterAll(async () => {
    pictures.close();
    await opened.close();
  });
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  const templates = async (): Promise<Json[]> =>
    (await data('GET', '/templates', undefined, person.user.key)).templates as Json[];
  const newDraft = async (body: object): Promise<string> =>
    text(await data('POST', '/campaigns/drafts', body, person.user.key), 'createDraft', '_id');
  const inEnglish = async (): Promise<void> => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate("localStorage.setItem('carillon.language', 'en')");
  };
  /** The thumbnail of a template, which only the eye gets. */
  const pictureOf = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name, exact: true }) })
      .locator('.template-thumbnail[inert][aria-hidden]');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const saveAsTemplate = async (id: string, name: string): Promise<void> => {
    await page.goto(at(`/campaigns/${id}`));
    await button(`More actions: ${name}`).click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
  };

  it(
    'are saved from a campaign, and begin others',
    async () => {
      const emailDesign = { blocks: [{ type: 'heading', html: 'News of the choir' }] };
      const id = await newDraft({ name: 'News of May', subject: 'News', smsMessage: 'Come!', emailDesign });
      await saveAsTemplate(id, 'News of May');
      await page.getByRole('dialog', { name: 'Save as template' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('textbox', { name: 'Name' }).last().fill('Newsletter');
      await button('Save').click();
      await page.getByText('Template saved.').waitFor();

      await page.getByRole('link', { name: 'Templates' }).click();
      await page.getByRole('cell', { name: 'Newsletter', exact: true }).waitFor();
      await pictureOf('Newsletter').frameLocator('iframe').getByText('News of the choir').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await button('Use: Newsletter').click();
      await page.getByRole('heading', { name: 'Newsletter', exact: true }).waitFor();
      await page.getByText('News of the choir').first().waitFor();
      const used = /campaigns\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? '';
      expect(used).not.toBe(id);
      const { campaign } = await data('GET', `/campaigns/${used}`, undefined, person.user.key);
      expect(campaign).toMatchObject({ subject: 'News', smsMessage: 'Come!', emailDesign, status: 'DRAFT' });
    },
    PATIENCE_MS,
  );

  it(
    'are replaced by the messages of another campaign',
    async () => {
      const id = await newDraft({ name: 'Only SMS', smsMessage: 'Come at eight!' });
      await saveAsTemplate(id, 'Only SMS');
      await page.getByRole('combobox', { name: 'Replace a template' }).click();
      await page.getByRole('option', { name: 'Newsletter' }).click();
      await button('Replace').click();
      await page.getByText('Template saved.').waitFor();
      expect(await templates()).toMatchObject([{ name: 'Newsletter', version: 2, channels: ['SMS'] }]);
      await page.goto(at('/templates'));
      await pictureOf('Newsletter').getByText('Come at eight!').waitFor();
    },
    PATIENCE_MS,
  );

  it(
    'show the messages of an earlier version, and go back to it',
    async () => {
      const [template = {}] = await templates();
      const path = `/templates/${text(template, '_id')}`;
      const texts = {
        whatsappMessage: 'Come at *nine*!',
        whatsappTemplate: { contentSid: `HX${'0'.repeat(32)}`, variables: { 1: '{{name|friend}}' } },
        translations: { de: { smsMessage: 'Kommt um acht!' } },
      };
      await data('PATCH', path, texts, person.user.key);
      await page.goto(at('/templates'));
      await button('Earlier versions: Newsletter').click();
      const dialog = page.getByRole('dialog', { name: 'Earlier versions of “Newsletter”' });
      const version = (label: string) => dialog.getByRole('radio', { name: label });
      const tab = (channel: string) => dialog.getByRole('tab', { name: channel });
      await dialog.getByText('Come at eight!').waitFor();
      expect(await version('Version 2').isChecked()).toBe(true);
      expect(await dialog.getByRole('tab').allTextContents()).toEqual(['SMS']);

      await version('Version 3 (current)').check();
      await tab('WhatsApp').click();
      await dialog.locator('.bubble strong', { hasText: 'nine' }).waitFor();
      await dialog.getByText('{{1}} = {{name|friend}}').waitFor();
      await tab('SMS').click();
      await dialog.getByText('German', { exact: true }).click();
      await dialog.getByText('Kommt um acht!').waitFor();
      expect(await button('Restore this version').count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);

      await version('Version 1').check();
      const mail = dialog.frameLocator('iframe');
      await tab('Email').click();
      await mail.getByRole('heading', { name: 'News of the choir' }).waitFor();
      await dialog.getByText('Subject: News').waitFor();
      expect(await dialog.getByText('Plain text').count()).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      await button('Restore this version').click();
      await page.getByText('Template changed. The messages before are version 3.').waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect(await templates()).toMatchObject([{ version: 4, channels: ['EMAIL', 'SMS'] }]);

      expect(await unfitForPhones(opened, [['/templates', 'Vorlagen']], 'Newsletter')).toEqual([]);
      await button('Frühere Fassungen: Newsletter').click();
      await page.getByText('Diese Fassung wiederherstellen').waitFor();
      await page.getByRole('radio', { name: 'Fassung 4 (aktuell)' }).waitFor();
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      await inEnglish();
    },
    PATIENCE_MS,
  );

  it(
    'are found, renamed, and deleted',
    async () => {
      await page.goto(at('/templates'));
      await page.getByRole('textbox', { name: 'Search by name' }).fill('nothing');
      await page.getByText('No templates found.').waitFor();
      await page.getByRole('textbox', { name: 'Search by name' }).fill('letter');
      await button('Rename: Newsletter').click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Letter to all');
      await button('Save').click();
      await page.getByRole('cell', { name: 'Letter to all', exact: true }).waitFor();
      expect(await unfitForPhones(opened, [['/templates', 'Vorlagen']], 'Letter to all')).toEqual([]);
      await button('Löschen: Letter to all').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
      await page.getByRole('heading', { name: 'Speichern Sie Ihre erste Vorlage' }).waitFor();
      await until('no templates', 60, async () => (await templates()).length === 0);
    },
    PATIENCE_MS,
  );

  it(
    'are read and drawn when they come into view, a few at a time, without pictures from other servers',
    async () => {
      await once(pictures.listen(0, '127.0.0.1'), 'listening');
      const { port } = pictures.address() as AddressInfo;
      for (let number = 1; number <= MANY; number++) {
        const emailMessage = `<p>Mail ${number}</p><img src="http://127.0.0.1:${port}/pixel.gif" alt="">`;
        const template = { name: `Template ${number}`, emailMessage };
        await data('POST', '/templates', template, person.user.key);
      }
      const reads: string[] = [];
      const running = new Set<Request>();
      let most = 0;
      const watch = (request: Request): void => {
        if (!/\/api\/v1\/templates\/[0-9a-f]{24}$/.test(request.url())) return;
        reads.push(request.url());
        most = Math.max(most, running.add(request).size);
      };
      page.on('request', watch);
      const end = (request: Request): boolean => running.delete(request);
      page.on('requestfinished', end).on('requestfailed', end);

      await inEnglish();
      await page.goto(at('/templates'));
      const mailOf = (number: number) =>
        pictureOf(`Template ${number}`).frameLocator('iframe').getByText(`Mail ${number}`, { exact: true });
      await mailOf(MANY).waitFor();
      await mailOf(MANY - 5).waitFor();
      const frames = page.locator('.template-thumbnail iframe');
      expect(await frames.count()).toBeLessThan(MANY / 2);
      expect(reads.length).toBeLessThan(MANY / 2);
      expect(await seriousFindings(page)).toEqual([]);

      await page.getByRole('cell', { name: 'Template 1', exact: true }).scrollIntoViewIfNeeded();
      await mailOf(1).waitFor();
      expect(await frames.count()).toBeLessThan(MANY / 2);
      await page.getByRole('cell', { name: `Template ${MANY}`, exact: true }).scrollIntoViewIfNeeded();
      await mailOf(MANY).waitFor();
      expect(reads).toHaveLength(new Set(reads).size);
      expect(most).toBeLessThanOrEqual(4);
      expect(asked).not.toHaveBeenCalled();
      // The browser reports the pictures that it doesn't load.
      expectOnly(faults, /pixel\.gif/);
    },
    2 * PATIENCE_MS,
  );
});
