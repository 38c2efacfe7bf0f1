import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command } from './define';
import { SocialLink, designFonts } from './email-source';
import { Id, Nullable } from './field-types';

/**
 * How an account looks in emails and on pages for recipients. Colors are `#rrggbb`. Null: the default, or none. It has
 * the same fonts and social networks as an `EmailDesign`.
 */
export const Brand = Type.Object({
  /** `src`: the URL of an image. `alt`: the text for people who can't see it. */
  logo: Nullable(Type.Object({ src: Type.String(), alt: Type.String() })),
  /** The color of buttons and bands. */
  color: Nullable(Type.String()),
  textColor: Nullable(Type.String()),
  linkColor: Nullable(Type.String()),
  font: Nullable(Type.Union(designFonts.map((font) => Type.Literal(font)))),
  /** The postal address, which can have several lines. */
  address: Nullable(Type.String()),
  website: Nullable(Type.String()),
  /** Other places of the account. */
  links: Type.Array(SocialLink),
});
export type Brand = Static<typeof Brand>;

export const noBrand: Brand = {
  ...{ logo: null, color: null, textColor: null, linkColor: null },
  ...{ font: null, address: null, website: null, links: [] },
};

export const brandMessages = {
  'brand.get': command('campaign', Type.Object({ userId: Id }), Brand),
  /** Changes the given fields. */
  'brand.update': command(
    'campaign',
    Type.Object({ userId: Id, by: By, ...Type.Partial(Brand).properties }),
    Brand,
  ),
};
