import type { Page } from 'playwright-core';
import { renderSource } from '../../apps/campaign/src/email-sources/render-source';
import { brandedStarter } from '../../clients/console/src/features/email-editor/gallery/branded-starter';
import { startersIn } from '../../clients/console/src/features/email-editor/gallery/starters';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { type Json, data, text, until } from '../../dev/driver/api';
import { newGroup, subscribe, unique } from '../../dev/driver/arrange';
import { awkwardBrands } from './awkward-brands';
import {
  type Console,
  PATIENCE_MS,
  isTooWide,
  newPerson,
  openConsole,
  seriousFindings,
  signInAs,
} from './open-console';

/** The names of the starting points, and words from their emails. */
const starters = {
  en: [
    ['Plain letter', 'Kind regards'],
    ['Newsletter', 'Slow mornings, long evenings'],
    ['Announcement', 'Book in two clicks, not in ten'],
    ['Event', 'An evening of short films'],
    ['Sale', 'WARM20'],
    ['Welcome', 'Hello Ann, good to have you here'],
    ['Receipt', 'Thank you for your order'],
    ['Survey', 'How was your visit?'],
  ],
  de: [
    ['Einfacher Brief', 'Herzliche Grüße'],
    ['Newsletter', 'Langsame Morgen, lange Abende'],
    ['Ankündigung', 'Buchen mit zwei Klicks statt mit zehn'],
    ['Veranstaltung', 'Ein Abend mit Kurzfilmen'],
    ['Aktion', 'WARM20'],
    ['Willkommen', 'Hallo Ann, schön, dass Sie da sind'],
    ['Bestellbestätigung', 'Vielen Dank für Ihre Bestellung'],
    ['Umfrage', 'Wie war Ihr Besuch?'],
  ],
} as const;
const words = {
  en: { gallery: 'Choose a starting point', preview: 'Preview' },
  de: { gallery: 'Vorlage wählen', preview: 'Vorschau' },
} as const;

/**
 * The lowest contrast of the texts of a page with what is behind them: WCAG 2.2, 1.4.3. All colors of the emails are
 * opaque.
 */
const lowestContrast = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = channels(getComputedStyle(each).backgroundColor);
      if (color[3] !== 0) return color;
    }
    return [255, 255, 255];
  };
  const ratios = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() === '' || !element.checkVisibility()) continue;
    const [light, dark] = [channels(getComputedStyle(element).color), behind(element)]
      .map(luminance).sort((one, other) => other - one);
    ratios.push((light + 0.05) / (dark + 0.05));
  }
  return Math.min(...ratios);
})()`;

describeWith('chromium', 'the gallery of the visual editor', () => {
  let opened: Console;
  let page: Page;
  let key: string;
  let group: string;

  beforeAll(async () => {
    opened = await openConsole();
    ({ page } = opened);
    const person = await newPerson();
    ({ key } = person.user);
    const made = await newGroup(person.user, 'Readers');
    group = made.id;
    await subscribe(person.user, made, `${unique('ann')}@example.com`, { name: 'Ann' });
    await page.goto(opened.at('/campaigns'));
    await signInAs(page, person);
    await page.getByRole('heading', { name: 'Write your first campaign' }).waitFor();
  }, PATIENCE_MS);
  afterAll(() => opened.close());
  afterEach(() => {
    expect(opened.faults.splice(0)).toEqual([]);
  });

  const gallery = (name: string) => page.getByRole('region', { name });
  const blocks = () => page.locator('.design-editor .design-frame');
  const start = async (language: keyof typeof words): Promise<void> => {
    await page.goto(opened.at(`/campaigns/new?group=${group}`));
    await page.getByRole('textbox', { name: 'Name' }).first().fill(unique('Started'));
    await gallery(words[language].gallery).waitFor();
  };
  /** The campaign of this page, as the API has it. */
  const campaign = (): string => /campaigns\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? '';

  const read = async (): Promise<Json> =>
    (await data('GET', `/campaigns/${campaign()}`, undefined, key)).campaign as Json;
  const samplesIn = (draft: Json): number => JSON.stringify(draft).match(/"sample":true/g)?.length ?? 0;

  it(
    'offers designs to the keyboard, and inserts one as a step that can be undone',
    async () => {
      await start('en');
      const buttons = gallery('Choose a starting point').getByRole('listitem').getByRole('button');
      expect(await buttons.allTextContents()).toEqual(starters.en.map(([name]) => name));
      expect(await seriousFindings(page)).toEqual([]);

      await buttons.nth(3).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Event inserted.').waitFor({ state: 'attached' });
      await page.locator('.design-frame:focus').waitFor();
      expect(await blocks().count()).toBeGreaterThan(10);
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Control+z');
      await gallery('Choose a starting point').waitFor();
      // The focus stays in the editor, so that the step can be repeated.
      await page.keyboard.press('Control+Shift+z');
      await gallery('Choose a starting point').waitFor({ state: 'detached' });
      expect(await blocks().count()).toBeGreaterThan(10);

      // A text is a sample until it is changed.
      await page.waitForURL(/campaigns\/[0-9a-f]{24}/);
      const samples = await until('the draft', 60, async () => samplesIn(await read()) || null);
      await page.getByText('An evening of short films', { exact: true }).first().click();
      await page.keyboard.type('Our ');
      await until('one sample less', 60, async () => (samplesIn(await read()) === samples - 1 ? true : null));
    },
    PATIENCE_MS,
  );

  it.each(['en', 'de'] as const)(
    'has emails that are readable on phones and in dark mode, with sample links that the checks list: %s',
    async (language) => {
      await page.evaluate(`localStorage.setItem('carillon.language', '${language}')`);
      const reader = await opened.context.newPage();
      const unfit: unknown[] = [];
      for (const [name, sign] of starters[language]) {
        await start(language);
        await gallery(words[language].gallery).getByRole('button', { name }).click();
        await page.waitForURL(/campaigns\/[0-9a-f]{24}/);
        await until('the HTML', 60, async () =>
          JSON.stringify(await read()).includes('supported-color-schemes'),
        );
        await page.getByText(words[language].preview, { exact: true }).click();
        await page.frameLocator('iframe').getByText(sign).first().waitFor();

        const html = text(await read(), 'message');
        const preview = { extraData: { name: 'Ann' } };
        const { previewCampaign } = await data('POST', `/campaigns/${campaign()}/preview`, preview, key);
        const withFooter = text((previewCampaign as Json).EMAIL, 'html');
        const { checkCampaign } = await data('POST', `/campaigns/${campaign()}/checks`, undefined, key);
        const { findings } = checkCampaign as { findings: { code: string; count: number }[] };
        const samples = html.match(/href="https:\/\/example\.com/g)?.length ?? 0;
        const found = findings.map(({ code, count }) => [code, count]);
        const expected = [
          ...(samples === 0 ? [] : [['LINK_TO_EXAMPLE', samples]]),
          ['PREHEADER_MISSING', 1],
          ['SAMPLE_TEXT', samplesIn(await read())],
          ['UNSUBSCRIBE_LINK_ADDED', 1],
        ];
        if (JSON.stringify(found.toSorted()) !== JSON.stringify(expected)) unfit.push([name, found]);

        await reader.setViewportSize({ width: 320, height: 640 });
        await reader.setContent(withFooter);
        if (await isTooWide(reader)) unfit.push([name, 'is too wide']);
        for (const colorScheme of ['light', 'dark'] as const) {
          await reader.emulateMedia({ colorScheme });
          const contrast = await reader.evaluate<number>(lowestContrast);
          if (!(contrast >= 4.5)) unfit.push([name, colorScheme, contrast]);
        }
      }
      await reader.close();
      expect(unfit).toEqual([]);
    },
    4 * PATIENCE_MS,
  );

  it(
    'has emails that are readable in the colors of any brand',
    async () => {
      const reader = await opened.context.newPage();
      await reader.setViewportSize({ width: 320, height: 640 });
      const unfit: unknown[] = [];
      for (const [brandName, brand] of Object.entries(awkwardBrands)) {
        for (const each of [...startersIn('en', 'name'), ...startersIn('de', 'name')]) {
          const { name, design } = brandedStarter(each, brand);
          const rendered = await renderSource({ kind: 'design', design });
          // The server of the logo does not exist.
          const html =
            'html' in rendered ? rendered.html.replaceAll(/src="https:[^"]*"/g, 'src="data:,"') : '';
          await reader.setContent(html);
          if (await isTooWide(reader)) unfit.push([brandName, name, 'is too wide']);
          for (const colorScheme of ['light', 'dark'] as const) {
            await reader.emulateMedia({ colorScheme });
            const contrast = await reader.evaluate<number>(lowestContrast);
            if (!(contrast >= 4.5)) unfit.push([brandName, name, colorScheme, contrast]);
          }
        }
      }
      await reader.close();
      expect(unfit).toEqual([]);
    },
    4 * PATIENCE_MS,
  );

  it(
    'begins new emails with the brand of the account, and applies a later one on request',
    async () => {
      await page.evaluate("localStorage.setItem('carillon.language', 'en')");
      const update = (body: object) => data('PATCH', '/account/brand', body, key);
      const { color, address, website } = awkwardBrands['light yellow'] ?? {};
      await update({ color, address, website });
      const design = async (): Promise<Json> =>
        ((await data('GET', `/campaigns/${campaign()}`, undefined, key)).campaign as Json)
          .emailDesign as Json;
      const saved = (sign: string) =>
        until('the design', 60, async () => JSON.stringify(await design()).includes(sign));
      await start('en');
      await page.getByRole('button', { name: 'Add: Heading' }).click();
      await page.waitForURL(/campaigns\/[0-9a-f]{24}/);
      await saved('Garden Lane');
      expect(await design()).toMatchObject({
        style: { button: '#fff59d', buttonText: '#000000' },
        blocks: [
          { type: 'heading' },
          { type: 'text', html: '<p>The Choir<br>12 Garden Lane &amp; Yard<br>Bristol</p>', brand: true },
          { type: 'social', links: [{ network: 'website', href: website }], brand: true },
        ],
      });

      await update({ color: '#0a0a0a', address: null, website: null });
      await page.reload();
      await blocks().first().waitFor();
      expect(await blocks().count()).toBe(3);
      await page.getByRole('button', { name: 'Apply brand' }).click();
      await saved('#0a0a0a');
      expect(await blocks().count()).toBe(1);
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await saved('#fff59d');
      expect(await blocks().count()).toBe(3);
      await update({ color: null });
    },
    2 * PATIENCE_MS,
  );

  it(
    'fits a phone, also in dark mode',
    async () => {
      await page.evaluate("localStorage.setItem('carillon.language', 'en')");
      await page.setViewportSize({ width: 390, height: 780 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await start('en');
      expect(await isTooWide(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
