import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { type MarkdownEnv, type MarkdownRenderer, defineConfig } from 'vitepress';
import { compressFiles } from '../../tools/compress-files.mts';

type StateCore = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0];
type Token = StateCore['tokens'][number];

const docs = resolve(import.meta.dirname, '..');

/** The title of a page: its first heading. */
function titleOf(page: string): string {
  const text = readFileSync(join(docs, page), 'utf8');
  const include = /^<!--@include: (\S+)-->$/m.exec(text)?.[1];
  if (include !== undefined) return titleOf(join(dirname(page), include));
  return /^# (.+)$/m.exec(text)?.[1] ?? page;
}

interface Link {
  text: string;
  link: string;
}

const linkTo = (page: string): Link => ({
  text: titleOf(page),
  link: `/${page.replace(/(?:(^|\/)README)?\.md$/, '$1')}`,
});

/** All pages of a folder, sorted by title. Its README comes first. */
function pagesIn(folder: string): Link[] {
  const pages = readdirSync(join(docs, folder)).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );
  const links = pages.map((name) => linkTo(`${folder}/${name}`));
  return [linkTo(`${folder}/README.md`), ...links.sort((a, b) => a.text.localeCompare(b.text))];
}

/** Files outside docs that are pages of the site. A page in docs includes each of them. */
const included: Readonly<Record<string, string>> = {
  'clients/sdk': '/sdk',
  'clients/sdk/README.md': '/sdk',
  'deploy/helm/carillon/README.md': '/operate/helm',
  'CHANGELOG.md': '/changelog',
};

/**
 * The address of a link's target in the site. Undefined: the link stays unchanged. Null: the file is not in the site, and
 * the link becomes text.
 */
function addressOf(href: string, page: string): string | null | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return undefined;
  const [path = '', anchor = ''] = href.split(/(?=#)/);
  const file = posix.join(posix.dirname(page), path);
  if (!file.startsWith('../')) return existsSync(join(docs, file)) ? undefined : null;
  // Links in an included file are relative to its location in the repository, which is at least as deep.
  const ofRepository = file.replace(/^(?:\.\.\/)+/, '');
  if (ofRepository in included) return `${included[ofRepository]}${anchor}`;
  if (!ofRepository.startsWith('docs/')) return null;
  return `/${ofRepository.slice('docs/'.length).replace(/README\.md$/, '')}${anchor}`;
}

/** Rewrites the links of a page to pages of the site. */
function withinSite({ tokens, env }: StateCore): void {
  const { relativePath } = env as MarkdownEnv;
  for (const { children } of tokens) {
    for (const [at, token] of (children ?? []).entries()) {
      if (token.type !== 'link_open') continue;
      const address = addressOf(token.attrGet('href') ?? '', relativePath);
      if (address === undefined) continue;
      if (address !== null) token.attrSet('href', address);
      else asText(token, (children ?? []).slice(at));
    }
  }
}

function asText(open: Token, rest: Token[]): void {
  const close = rest.find(({ type }) => type === 'link_close');
  for (const [token, type] of [
    [open, 'span_open'],
    [close, 'span_close'],
  ] as const)
    if (token) [token.type, token.tag, token.attrs] = [type, 'span', null];
}

const guides = ['console', 'channels', 'domains', 'deliverability', 'webhooks', 'cli', 'sdk', 'sandbox'];
const internals = ['architecture', 'scaling', 'metrics', 'traces', 'privacy', 'changelog'];

export default defineConfig({
  title: 'Carillon',
  description: 'One message, every channel: a campaign messenger for email, WhatsApp, and SMS',
  base: '/docs/',
  srcDir: docs,
  outDir: resolve(docs, '../dist/docs'),
  cacheDir: resolve(docs, '../dist/.vitepress'),
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: '/console/icon.svg' }]],
  metaChunk: true,
  buildEnd: ({ outDir }) => compressFiles(outDir, /\.(?:html|js|css|svg|json)$/),
  // Placeholders have the syntax of Vue.
  vue: { template: { compilerOptions: { delimiters: ['[[[', ']]]'] } } },
  markdown: {
    config: (md) => md.core.ruler.push('within-site', withinSite),
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        // Decisions are found by their titles. Their texts would come before the guides.
        _render: (source, env, md) => {
          const html = md.render(source, env);
          return env.relativePath.startsWith('adr/') ? (/^.*?<\/h1>/s.exec(html)?.[0] ?? html) : html;
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/console' },
      { text: 'API', link: '/api/' },
      { text: 'Reference', link: '/reference', target: '_self' },
      { text: 'Operations', link: '/operate/' },
    ],
    sidebar: [
      { text: 'Guides', items: guides.map((page) => linkTo(`${page}.md`)) },
      { text: 'Providers', items: pagesIn('providers') },
      { text: 'API', items: pagesIn('api') },
      { text: 'Operations', items: pagesIn('operate') },
      { text: 'How it works', items: internals.map((page) => linkTo(`${page}.md`)) },
      { text: 'Decisions', collapsed: true, items: pagesIn('adr') },
    ],
  },
});
