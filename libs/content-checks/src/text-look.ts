import { type Color, colorOf, contrastOf, hexOf } from './colors';

/** How the text of an element looks. Null: no color is stated, or it can't be computed. */
export interface TextLook {
  color: Color | null;
  background: Color | null;
  /** The font size in CSS pixels. */
  size: number;
  isBold: boolean;
}

export const initialLook: TextLook = { color: null, background: null, size: 16, isBold: false };

/** The least contrast that WCAG 2.2 level AA requires: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const least = { ordinary: 4.5, large: 3 };
/** From which size text is large (CSS pixels): 18 and 14 points. */
const large = { ordinary: 24, bold: 18.66 };

/** The sizes of headings in browsers (CSS pixels). */
const headings: Readonly<Record<string, number>> = {
  h1: 32,
  h2: 24,
  h3: 18.72,
  h4: 16,
  h5: 13.28,
  h6: 10.72,
};
const boldElements = new Set(['b', 'strong', 'th', ...Object.keys(headings)]);

interface Styled {
  name: string;
  attributes: ReadonlyMap<string, string>;
  style: ReadonlyMap<string, string>;
}

/** How text in this element looks, inside of an element with the look `outer`. */
export function lookIn(element: Styled, outer: TextLook): TextLook {
  return {
    color: textColor(element, outer),
    background: backgroundColor(element, outer),
    size: fontSize(element, outer),
    isBold: isBold(element, outer),
  };
}

/** The contrast of a text, if both of its colors are stated and the contrast is too low. */
export function lowContrast({
  color,
  background,
  size,
  isBold,
}: TextLook): { source: string; measured: number; limit: number } | null {
  if (!color || !background) return null;
  const limit = size >= (isBold ? large.bold : large.ordinary) ? least.large : least.ordinary;
  const contrast = contrastOf(color, background);
  if (contrast >= limit) return null;
  return {
    source: `${hexOf(color)} on ${hexOf(background)}`,
    measured: Math.floor(contrast * 100) / 100,
    limit,
  };
}

function textColor({ name, attributes, style }: Styled, outer: TextLook): Color | null {
  if (Number(style.get('opacity') ?? 1) !== 1) return null;
  const stated = style.get('color') ?? (name === 'font' ? attributes.get('color') : undefined);
  if (stated !== undefined && stated !== 'inherit') return colorOf(stated);
  // Email clients have their own color for links.
  return name === 'a' && stated === undefined ? null : outer.color;
}

function backgroundColor({ attributes, style }: Styled, outer: TextLook): Color | null {
  const [all, image] = [style.get('background') ?? '', style.get('background-image') ?? ''];
  if (attributes.has('background') || /url\(|gradient\(/.test(`${all} ${image}`)) return null;
  const stated = style.get('background-color') ?? (all === '' ? attributes.get('bgcolor') : colorIn(all));
  if (stated === undefined || stated === '' || /^(?:transparent|inherit|none)$/.test(stated))
    return outer.background;
  return colorOf(stated);
}

/** The color in the shorthand `background`, which may have further parts. */
function colorIn(background: string): string {
  if (/^rgba?\([^()]*\)$/.test(background)) return background;
  return (
    background.split(/\s+/).find((part) => colorOf(part) !== null || part === 'transparent') ?? background
  );
}

function fontSize({ name, style }: Styled, outer: TextLook): number {
  const stated = /^([\d.]{1,8})(px|pt|em|rem|%)$/.exec(style.get('font-size') ?? sizeIn(style.get('font')));
  if (!stated) return headings[name] ?? outer.size;
  const [, number = '', unit = ''] = stated;
  const pixels: Readonly<Record<string, number>> = {
    px: 1,
    pt: 4 / 3,
    em: outer.size,
    rem: 16,
    '%': outer.size / 100,
  };
  return Number(number) * (pixels[unit] ?? 1);
}

/** The size in the shorthand `font`: `bold 12px/1.5 sans-serif`. */
function sizeIn(font = ''): string {
  return font.split(/[\s/]+/).find((part) => /^[\d.]{1,8}(?:px|pt|em|rem|%)$/.test(part)) ?? '';
}

function isBold({ name, style }: Styled, outer: TextLook): boolean {
  const weight =
    style.get('font-weight') ??
    style
      .get('font')
      ?.split(' ')
      .find((part) => /^(?:bold|[1-9]00)$/.test(part));
  if (weight === undefined) return boldElements.has(name) || outer.isBold;
  return weight === 'bold' || Number(weight) >= 700;
}
