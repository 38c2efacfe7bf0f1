import { TooComplex, compileEmail } from '@carillon/content';
import type { DesignBlock, EmailDesign } from '@carillon/contracts';
import { renderSource } from './render-source';

async function htmlOf(
  blocks: DesignBlock[],
  style: EmailDesign['style'] = {},
  layout?: EmailDesign['layout'],
): Promise<string> {
  const design = { blocks, style, ...(layout && { layout }) };
  const rendered = await renderSource({ kind: 'design', design });
  if (!('html' in rendered)) throw new Error(JSON.stringify(rendered));
  return rendered.html;
}
const mjml = (body: string) =>
  renderSource({ kind: 'mjml', mjml: `<mjml>\n<mj-body>\n${body}\n</mj-body>\n</mjml>` });
const column = (content: string) => `<mj-section><mj-column>\n${content}\n</mj-column></mj-section>`;

describe('the HTML of a design', () => {
  it('has every block, with its texts, links, and placeholders', async () => {
    const html = await htmlOf([
      { type: 'heading', html: '<p>Hello <b>{{name|friend}}</b></p>', level: 2, align: 'center' },
      { type: 'text', html: '<p>Read <a href="https://example.com/?q={{q}}">more</a>.</p>' },
      {
        type: 'image',
        src: 'https://example.com/a.png',
        alt: 'A "choir" & more',
        href: '{{link}}',
        width: 300,
      },
      { type: 'button', label: 'Tickets & <more>', href: 'https://example.com/t?a=1&b={{b}}' },
      { type: 'divider' },
      { type: 'spacer', height: 40 },
      { type: 'social', links: [{ network: 'youtube', href: 'https://example.com/y' }] },
    ]);
    expect(html).toMatch(/<h2 style="[^"]*font-size:22px[^"]*">Hello <b>\{\{name\|friend\}\}<\/b><\/h2>/);
    expect(html).toContain('<a href="https://example.com/?q={{q}}">more</a>');
    expect(html).toMatch(
      /<a\s+href="\{\{link\}\}"[^>]*>\s*<img\s+alt="A &quot;choir&quot; &amp; more" src="https:\/\/example\.com\/a\.png"/,
    );
    expect(html).toMatch(
      /href="https:\/\/example\.com\/t\?a=1&(?:amp;)?b=\{\{b\}\}"[^>]*>\s*Tickets &amp; &lt;more&gt;/,
    );
    expect(html).toContain('height:40px');
    expect(html).toContain('<a href="https://example.com/y">YouTube</a>');
  });

  it('puts columns beside each other, and below each other on narrow screens', async () => {
    const text = (html: string): DesignBlock & { type: 'text' } => ({ type: 'text', html });
    const html = await htmlOf([
      { type: 'columns', widths: '1-2', columns: [[text('left')], [text('right')]] },
    ]);
    expect(html).toMatch(
      /@media only screen and \(min-width:480px\) \{\s*\.mj-column-per-33-33 \{ width:33\.33% !important/,
    );
    expect(html.indexOf('left')).toBeLessThan(html.indexOf('right'));
  });

  it('has the colors and the font of its style, and backgrounds of blocks', async () => {
    const style = { background: '#101010', surface: '#202020', text: '#f0f0f0', font: 'serif' } as const;
    const html = await htmlOf(
      [
        { type: 'text', html: 'a', background: '#334455' },
        { type: 'text', html: 'b' },
      ],
      style,
    );
    for (const color of ['#101010', '#202020', '#f0f0f0', '#334455', 'Georgia'])
      expect(html).toContain(color);
    expect(html).not.toContain('prefers-color-scheme: dark');
  });

  it('has black or white text on the background of a block, whichever is easier to read', async () => {
    const leaf = { type: 'text', html: 'a' } as const;
    const columns = { type: 'columns', widths: '1-1' } as const;
    const dark = { background: '#1e3a8a' };
    for (const block of [
      { ...leaf, ...dark },
      { ...columns, columns: [[leaf], []], ...dark },
      { ...columns, columns: [[{ ...leaf, ...dark }], []] },
    ])
      expect(await htmlOf([block])).toMatch(/color:#ffffff;"\n?>a</);
    expect(await htmlOf([{ ...leaf, background: '#fde68a' }])).toMatch(/color:#000000;"\n?>a</);
  });

  it('has no dark colors if the design sets a color of the text', async () => {
    expect(await htmlOf([{ type: 'text', html: 'a' }], { text: '#101010' })).not.toContain(
      'prefers-color-scheme: dark',
    );
  });

  it('has dark colors for email programs in dark mode where it sets no colors', async () => {
    expect(await htmlOf([{ type: 'text', html: 'a' }])).toContain('prefers-color-scheme: dark');
  });

  it('has a footer that is readable on its background, also in dark mode', async () => {
    const text = [{ type: 'text', html: 'a' }] as const;
    const footer = (html: string) =>
      [...html.matchAll(/\.carillon-footer a \{([^}]+)\}/g)].map(([, rule]) => rule?.trim());
    expect(footer(await htmlOf([...text]))).toEqual([
      'background: none !important; color: #000000 !important;',
      'color: #f3f4f6 !important;',
    ]);
    expect(footer(await htmlOf([...text], { background: '#101010' }))).toEqual([
      'background: none !important; color: #ffffff !important;',
    ]);
  });

  it('keeps the light background behind a logo', async () => {
    const image = { type: 'image', src: 'https://example.com/logo.png', alt: 'Choir' } as const;
    const surface = /class="surface/;
    expect(await htmlOf([image])).toMatch(surface);
    expect(await htmlOf([{ ...image, brand: true }])).not.toMatch(surface);
  });

  it('is a small email without links or pictures of its own', async () => {
    const html = await htmlOf([{ type: 'text', html: 'a' }]);
    // The namespace of XHTML is no link.
    expect(html.match(/https?:\/\/(?!www\.w3\.org)[^"' ]*/g)).toBeNull();
    expect(html.length).toBeLessThan(5_000);
  });

  it('has no markup from texts that are not formatted', async () => {
    const html = await htmlOf([
      { type: 'image', src: '"><script>1</script>', alt: '"><script>2</script>' },
      { type: 'button', label: '<script>3</script>', href: '"><script>4</script>' },
      { type: 'text', html: '</mj-text><mj-raw><script>5</script></mj-raw>' },
    ]);
    expect(html).not.toContain('<script');
  });

  it('has the blocks in the slot of their layout, in its style', async () => {
    const heading = (html: string): DesignBlock => ({ type: 'heading', html });
    const style = { surface: '#fff7ed', font: 'serif' } as const;
    const around: DesignBlock[] = [heading('Above'), { type: 'slot' }, heading('Below')];
    const layout = { id: '6560f0a1b2c3d4e5f6a7b8c9', version: 2, name: 'Frame', style, blocks: around };
    const whole = await htmlOf([heading('Above'), heading('News'), heading('Below')], style);
    expect(await htmlOf([heading('News')], { surface: '#123456' }, layout)).toBe(whole);
    expect(await htmlOf(around, style)).toBe(await htmlOf([heading('Above'), heading('Below')], style));
  });

  it('is an email that Carillon can send, without blocks, too', async () => {
    for (const blocks of [[], [{ type: 'heading', html: '{{name}}' } as const]])
      expect(compileEmail(await htmlOf(blocks), null).html.length).toBeGreaterThan(0);
  });
});

describe('the HTML of MJML', () => {
  it('is made from valid MJML', async () => {
    expect(await mjml(column('<mj-text>Hi {{name}}</mj-text>'))).toMatchObject({
      html: expect.stringContaining('Hi {{name}}') as string,
    });
  });

  it.each([
    ['an unknown element', '<mj-tixt>a</mj-tixt>', 4, /mj-tixt/],
    ['an unknown attribute', '<mj-text foo="1">a</mj-text>', 4, /foo/],
    ['a wrong value', '<mj-text color="zz">a</mj-text>', 4, /color/],
    ['an include', '<mj-include path="/etc/passwd" />', 4, /not supported/],
    [
      'an include with a closing tag',
      '<mj-text>a</mj-text>\n<MJ-INCLUDE\npath="x"></MJ-INCLUDE>',
      5,
      /not supported/,
    ],
  ])('is refused for %s, with its line', async (_, content, line, detail) => {
    expect(await mjml(column(content))).toEqual({
      flaws: [{ line, detail: expect.stringMatching(detail) as string }],
    });
  });

  it('has its errors in the order of their lines', async () => {
    const rendered = await mjml('<mj-section foo="1">a</mj-section>\n<mj-text>a</mj-text>');
    expect(rendered).toMatchObject({ flaws: [{ line: 3 }, { line: 4 }] });
  });

  it.each(['hello', '<mjml></mjml>', '<mjml'])('is refused for text that is no MJML: %s', async (text) => {
    expect(await renderSource({ kind: 'mjml', mjml: text })).toMatchObject({ flaws: [{ line: 1 }] });
  });

  it('is refused for MJML that is nested too deeply', async () => {
    await expect(mjml('<mj-wrapper>'.repeat(20_000))).rejects.toThrow(TooComplex);
  });
});
