import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Schemas } from '../api/api';
import { UsageError } from '../failures';
import type { Session } from '../session';
import { oneOf, verb } from '../words';

type Links = Schemas['Brand']['links'];

const networks = [
  ...(['website', 'facebook', 'instagram', 'linkedin', 'mastodon', 'bluesky'] as const),
  ...(['x', 'youtube', 'tiktok'] as const),
] satisfies Links[number]['network'][];

const fonts = ['sans', 'serif', 'mono', 'rounded', 'none'] as const;

/** Parses `--link mastodon=https://social.example.com/@choir`, which may be repeated. */
function link(word: string, before: Links = []): Links {
  const [, name = '', href = ''] = /^([^=]+)=(.+)$/s.exec(word) ?? [];
  if (href === '') throw new InvalidArgumentError('Must have the form network=URL.');
  return [...before, { network: oneOf(...networks)(name), href }];
}

/** The given values, without those that are removed. Commander has no null. */
function orNull<Value extends string>(values: Record<string, Value | undefined>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === 'none' ? null : value]),
  );
}

/** Shows and changes how the account looks in emails and on pages for recipients. */
export function brand(program: CommandUnknownOpts, { user, output }: Session): void {
  verb(
    program,
    'brand',
    'shows or changes the brand: colors, font, logo, address, and links',
    '',
    '--color "#0b4aa8" --font serif',
    '--logo https://news.example.com/logo.png --logo-alt "Carillon Choir"',
    '--link mastodon=https://social.example.com/@choir --website https://www.example.com/',
    '--logo none',
  )
    .option('--logo <url>', 'an image, such as an uploaded file; none: no logo')
    .option('--logo-alt <text>', 'the text for people who cannot see the logo')
    .option('--color <color>', 'of buttons and bands, such as "#0b4aa8"; none: the default')
    .option('--text-color <color>', 'of texts; none: the default')
    .option('--link-color <color>', 'of links; none: the default')
    .option('--font <font>', 'sans, serif, mono, or rounded; none: the default', oneOf(...fonts))
    .option('--address <text>', 'the postal address at the end of emails; none: no address')
    .option('--website <url>', 'the website; none: no website')
    .option(
      '--link <network=url>',
      `a link at the end of emails; can be repeated: ${networks.join(', ')}`,
      link,
    )
    .option('--no-links', 'removes all links')
    .action(async ({ logo: src, logoAlt, link: given, links: keepsLinks, ...others }) => {
      const body: Schemas['UpdateBrand'] = {
        ...orNull(others),
        ...logoOf(src, logoAlt),
        ...(given ? { links: given } : !keepsLinks && { links: [] }),
      };
      const isChange = Object.keys(body).length > 0;
      await output.one(
        isChange ? await user.patch('/account/brand', { body }) : await user.get('/account/brand'),
      );
    });
}

/** The changed logo, if any. */
function logoOf(src: string | undefined, alt: string | undefined): Pick<Schemas['UpdateBrand'], 'logo'> {
  if (src === undefined && alt === undefined) return {};
  if (src === 'none') return { logo: null };
  if (src === undefined || alt === undefined) throw new UsageError('--logo and --logo-alt need each other');
  return { logo: { src, alt } };
}
