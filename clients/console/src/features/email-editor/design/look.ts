import type { Style } from './blocks';

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
