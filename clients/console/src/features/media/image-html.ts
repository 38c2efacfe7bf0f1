import type { Media } from './api/media';

/** The usual width of the text of an email (pixels). Stored images have twice this width for sharp screens. */
const WIDTH = 600;

/** The HTML of an image in an email, with its dimensions, so that the text doesn't move while the image loads. */
export function imageHtml({
  url,
  width,
  height,
  alt,
}: Pick<Media, 'url' | 'width' | 'height' | 'alt'>): string {
  const shown = Math.min(WIDTH, width ?? WIDTH);
  const high =
    width === null || height === null ? '' : ` height="${Math.max(1, Math.round((height * shown) / width))}"`;
  return `<img src="${escaped(url)}" width="${shown}"${high} alt="${escaped(alt)}" style="max-width: 100%; height: auto">`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
