import { textColorOn } from '@carillon/content';

/** The color of a brand as CSS variables, with black or white text on it, whichever has more contrast. */
export function brandStyle(color: string | null): string {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return '';
  const variables = `--action: ${color}; --on-action: ${textColorOn(color)}`;
  return `:root { ${variables} }\n@media (prefers-color-scheme: dark) { :root { ${variables} } }\n`;
}
