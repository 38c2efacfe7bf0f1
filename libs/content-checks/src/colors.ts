import { namedColors } from './named-colors';

/** Red, green, and blue, each from 0 to 255. */
export type Color = readonly [number, number, number];

/** An opaque color of CSS; null if it is another value, or partly transparent. */
export function colorOf(css: string): Color | null {
  const value = css.trim().toLowerCase();
  if (value.startsWith('#')) return hexColor(value.slice(1));
  if (/^rgba?\(/.test(value)) return rgbColor(value);
  const named = namedColors.get(value);
  return named === undefined ? null : hexColor(named.slice(1));
}

export function hexOf(color: Color): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function hexColor(digits: string): Color | null {
  if (!/^[0-9a-f]{3,8}$/.test(digits)) return null;
  const pairs = digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits;
  if (pairs.length !== 6 && pairs.length !== 8) return null;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (pairs.match(/../g) ?? []).map((pair) =>
    parseInt(pair, 16),
  );
  return alpha === 255 ? [red, green, blue] : null;
}

function rgbColor(value: string): Color | null {
  const parts = value.match(/[\d.]+%?/g) ?? [];
  if (parts.length < 3 || parts.length > 4) return null;
  const partOf = (part: string): number =>
    Math.min(255, Math.round(part.endsWith('%') ? (parseFloat(part) * 255) / 100 : parseFloat(part)));
  const [red = '', green = '', blue = '', alpha = '1'] = parts;
  if (alpha !== '100%' && Number(alpha) !== 1) return null;
  return [partOf(red), partOf(green), partOf(blue)];
}

/** The contrast ratio from 1 to 21: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf([red, green, blue]: Color): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
