import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { brandedStarter } from '../../clients/console/src/features/email-editor/gallery/branded-starter';
import { startersIn } from '../../clients/console/src/features/email-editor/gallery/starters';
import { type Json, data, text } from '../../dev/driver/api';
import { newGroup, newUser, subscribe, unique } from '../../dev/driver/arrange';
import { describeWith } from '../../dev/testing/src/fetched-programs';
import { awkwardBrands } from './awkward-brands';
import { PATIENCE_MS, openConsole } from './open-console';
import { picturesFolder } from './pictures-folder';
import { WebKit } from './webkit';

interface Email {
  name: string;
  html: string;
}

const escaped = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const frames = (emails: readonly Email[]): string =>
  emails.map(({ name, html }) => `<iframe title="${name}" srcdoc="${escaped(html)}"></iframe>`).join('');

/** The emails in frames of this width (CSS pixels). */
const atWidth = (emails: readonly Email[], width: number): string =>
  `<!doctype html><style>iframe { width: ${width}px; height: 900px; border: 0 }</style>${frames(emails)}`;

/** The beginnings of eight emails. */
const overview = (emails: readonly Email[]): string =>
  `<!doctype html><style>
    body { margin: 40px; display: grid; grid-template-columns: repeat(4, 640px); gap: 40px; background: #e9ecef }
    iframe { width: 640px; height: 800px; border: 0; background: #fff }
  </style>${frames(emails)}`;
const SIZE = { width: 2_760, height: 1_720 };

/** Writes a picture for the docs, at half its size. */
async function keep(name: string, picture: Buffer): Promise<void> {
  const png = sharp(picture)
    .resize({ width: SIZE.width / 2 })
    .png({ palette: true });
  writeFileSync(join(picturesFolder(), name), await png.toBuffer());
}

/** The extents of the emails by name. */
const extents = (extent: string): string =>
  `[...document.querySelectorAll('iframe')].map(({ title, contentDocument }) => [title, contentDocument${extent}])`;
const widths = extents('.documentElement.scrollWidth');
const heights = extents('.body.getBoundingClientRect().height');

describeWith('webkit', 'the emails of the visual editor in WebKit', () => {
  let webkit: WebKit;
  const emails: Email[] = [];
  const inEnglish: Email[] = [];

  /** The emails that recipients get, with the footer. */
  beforeAll(async () => {
    const user = await newUser('UPGRADED');
    const group = await newGroup(user, 'Readers');
    await subscribe(user, group, `${unique('ann')}@example.com`, { name: 'Ann' });
    const compiled = async (name: string, emailDesign: object): Promise<Email> => {
      const draft = { name, groups: [group.id], subject: name, emailDesign };
      const id = text(await data('POST', '/campaigns/drafts', draft, user.key), 'createDraft', '_id');
      const person = { extraData: { name: 'Ann' } };
      const preview = (await data('POST', `/campaigns/${id}/preview`, person, user.key))
        .previewCampaign as Json;
      return { name, html: text(preview.EMAIL, 'html') };
    };
    for (const { name, design } of startersIn('en', 'name'))
      inEnglish.push(await compiled(`${name}, en`, design));
    emails.push(...inEnglish);
    for (const { name, design } of startersIn('de', 'name'))
      emails.push(await compiled(`${name}, de`, design));
    const [newsletter] = startersIn('en', 'name').slice(1);
    if (!newsletter) throw new Error('There is no newsletter');
    for (const [name, brand] of Object.entries(awkwardBrands))
      emails.push(await compiled(name, brandedStarter(newsletter, { ...brand, logo: null }).design));
    webkit = await WebKit.open(SIZE);
  }, PATIENCE_MS);
  afterAll(() => (webkit as WebKit | undefined)?.close());

  it.each([320, 640])(
    'fit a width of %d pixels',
    async (width) => {
      await webkit.show(atWidth(emails, width));
      const needed = await webkit.evaluate<[string, number][]>(widths);
      expect(needed.map(([name]) => name)).toEqual(emails.map(({ name }) => name));
      expect(needed.filter(([, each]) => each > width)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'have the layout that they have in Chromium',
    async () => {
      const { page, close } = await openConsole();
      await page.setViewportSize(SIZE);
      await page.setContent(atWidth(emails, 640));
      const inChromium = await page.evaluate<[string, number][]>(heights);
      await webkit.show(atWidth(emails, 640));
      const inWebKit = new Map(await webkit.evaluate<[string, number][]>(heights));
      const differing = inChromium.filter(
        ([name, height]) => Math.abs((inWebKit.get(name) ?? 0) / height - 1) > 0.05,
      );
      expect(inWebKit.size).toBe(emails.length);
      expect(differing).toEqual([]);

      await webkit.show(overview(inEnglish));
      await keep('starters-webkit.png', await webkit.picture());
      await page.setContent(overview(inEnglish));
      await keep('starters-chromium.png', await page.screenshot());
      await close();
    },
    PATIENCE_MS,
  );
});
