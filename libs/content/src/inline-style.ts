/** The last declaration of each property in a style attribute, in lowercase and without `!important`. */
export function declarationsOf(style: string): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace('!important', '');
    declarations.set(declaration.slice(0, colon).trim(), value.trim());
  }
  return declarations;
}

const isNothing = (value: string | undefined): boolean => /^0*\.?0+(?:[a-z]+|%)?$/.test(value ?? '');

/**
 * Whether this style hides an element and its content. The checked methods are the ways to hide preview texts:
 * https://www.litmus.com/blog/the-ultimate-guide-to-preview-text-support,
 * https://www.goodemailcode.com/email-code/preheader. `mso-hide: all` alone hides it only from Outlook, and
 * `aria-hidden` only from screen readers.
 */
export function isHiding(style: ReadonlyMap<string, string>): boolean {
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden') return true;
  if (isNothing(style.get('opacity'))) return true;
  const isCut = /hidden|clip/.test(style.get('overflow') ?? '');
  return isCut && ['max-height', 'height', 'max-width', 'width'].some((size) => isNothing(style.get(size)));
}

/**
 * Whether text with this style is too small to be visible, unless a nested element has another size; undefined: no size
 * is set.
 */
export function isTiny(style: ReadonlyMap<string, string>): boolean | undefined {
  const size = style.get('font-size') ?? sizeOf(style.get('font'));
  return size === undefined ? undefined : isNothing(size) || /^(?:0?\.\d+|1)px$/.test(size);
}

function sizeOf(font: string | undefined): string | undefined {
  return font === undefined ? undefined : /(?:^|\s)([\d.]+(?:[a-z]+|%)?)(?:\/|\s)/.exec(font)?.[1];
}
