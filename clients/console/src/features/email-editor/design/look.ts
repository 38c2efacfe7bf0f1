import type { CSSProperties } from 'react';
import type { Design, Style } from './blocks';

/** As in `@carillon/contracts`, which the console doesn't include. */
export const defaultStyle: Style = {
  background: '#f3f4f6',
  surface: '#ffffff',
  text: '#1f2937',
  link: '#1d4ed8',
  button: '#1d4ed8',
  buttonText: '#ffffff',
  font: 'sans',
};

export const fontFamilies: Record<Style['font'], string> = {
  sans: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
  mono: "Menlo, Consolas, 'Courier New', monospace",
  rounded: "'Trebuchet MS', 'Lucida Grande', Verdana, sans-serif",
};

/** The look of an email, as the styles of the editor use it. */
export function styleOf({ style }: Pick<Design, 'style'>): CSSProperties {
  const look = { ...defaultStyle, ...style };
  return {
    '--design-background': look.background,
    '--design-surface': look.surface,
    '--design-text': look.text,
    '--design-link': look.link,
    '--design-button': look.button,
    '--design-button-text': look.buttonText,
    fontFamily: fontFamilies[look.font],
  } as CSSProperties;
}

/** The colors of a block with its own background: its text and links are black or white. */
export function colorsOn(background: string | undefined): CSSProperties {
  if (background === undefined) return {};
  const color = textColorOn(background);
  return { background, color, '--design-link': color } as CSSProperties;
}

/** As in `@carillon/content`, which the console doesn't include. */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  return luminance(color) > 0.179 ? '#000000' : '#ffffff';
}

/** The color, or black or white if texts in that color would be hard to read on the other color: WCAG 2.2, 1.4.3. */
export function readableOn(behind: string, color: string): string {
  const [dark = 0, light = 0] = [luminance(behind), luminance(color)].toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05) >= 4.5 ? color : textColorOn(behind);
}

/** A light shade of a color, for large areas. */
export function tintOf(color: string): string {
  const parts = partsOf(color).map((part) => Math.round(part + (255 - part) * 0.85));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const partsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
