import { compileEmail } from '@carillon/content';
import { GMAIL_SHOWS, inspectEmail } from '@carillon/content-checks';
import { renderSource } from '../../apps/campaign/src/email-sources/render-source';
import { brandedStarter } from '../../clients/console/src/features/email-editor/gallery/branded-starter';
import { startersIn } from '../../clients/console/src/features/email-editor/gallery/starters';

import { awkwardBrands } from './awkward-brands';

const languages = ['en', 'de'] as const;
const starters = languages.flatMap((language) =>
  startersIn(language, 'name').map((starter) => [language, starter.name, starter.design] as const),
);

async function htmlOf(design: (typeof starters)[number][2]): Promise<string> {
  const rendered = await renderSource({ kind: 'design', design });
  if (!('html' in rendered)) throw new Error(JSON.stringify(rendered));
  return rendered.html;
}

describe('the starting points of the visual editor', () => {
  it('are the same in all languages', () => {
    const [english = [], german = []] = languages.map((language) => startersIn(language, 'name'));
    expect(english).toHaveLength(8);
    const shapes = (all: typeof english) =>
      all.map(({ design }) => JSON.stringify(design.blocks.map(({ type }) => type)));
    expect(shapes(english)).toEqual(shapes(german));
    expect(new Set(shapes(english)).size).toBe(8);
    for (const { name, about } of [...english, ...german]) expect([name, about]).not.toContain('');
  });

  it.each(starters)('have only sample links to replace: %s, %s', async (_language, _name, design) => {
    const html = await htmlOf(design);
    expect(compileEmail(html, null).html.length).toBeLessThan(GMAIL_SHOWS);
    const { findings, linkKeys } = inspectEmail({ html, engine: 'simple' });
    const links = JSON.stringify(design).match(/https:/g) ?? [];
    const samples = links.length === 0 ? [] : [{ code: 'LINK_TO_EXAMPLE', count: links.length }];
    expect(findings).toMatchObject([...samples, { code: 'UNSUBSCRIBE_LINK_ADDED' }]);
    expect(linkKeys).toEqual([]);
  });

  it.each(starters)('have texts that the checks know as samples: %s, %s', (_language, _name, { blocks }) => {
    const leaves = blocks.flatMap((block) => (block.type === 'columns' ? block.columns.flat() : [block]));
    const texts = leaves.filter((block) => block.type === 'heading' || block.type === 'text');
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter(({ sample }) => sample !== true)).toEqual([]);
  });

  it('address people by the field with their names, or all in the same way', () => {
    const [letter] = startersIn('en', 'Vorname');
    expect(JSON.stringify(letter)).toContain('Hello {{Vorname|there}},');
    const unnamed = JSON.stringify(startersIn('de', null));
    expect(unnamed).toContain('Hallo zusammen,');
    expect(unnamed).not.toContain('{{');
  });

  it.each(starters)('have one button, if any: %s, %s', (_language, _name, design) => {
    expect(design.blocks.filter(({ type }) => type === 'button').length).toBeLessThanOrEqual(1);
  });

  const branded = Object.entries(awkwardBrands).flatMap(([brandName, brand]) =>
    startersIn('en', 'name').map(
      (starter) => [brandName, starter.name, brandedStarter(starter, brand).design] as const,
    ),
  );
  it.each(branded)('have no other findings with a brand: %s, %s', async (_brand, _name, design) => {
    const html = await htmlOf(design);
    expect(compileEmail(html, null).html.length).toBeLessThan(GMAIL_SHOWS);
    const { findings } = inspectEmail({ html, engine: 'simple' });
    const samples = JSON.stringify(design).match(/https:\/\/example\.com/g)?.length ?? 0;
    expect(findings).toMatchObject([
      ...(samples === 0 ? [] : [{ code: 'LINK_TO_EXAMPLE', count: samples }]),
      { code: 'UNSUBSCRIBE_LINK_ADDED' },
    ]);
    expect(html).toContain('12 Garden Lane &amp; Yard<br />Bristol');
    expect(html).toContain('alt="The Choir"');
    expect(html).toContain('>Mastodon</a>');
    expect(html).not.toContain('>Instagram</a>');
  });
});
