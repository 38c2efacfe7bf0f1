/** The maximum length of a logo as a data URL that the API accepts (characters). */
const MOST_LOGO = 32 * 1024;

/** The formats that the API accepts. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** The longest sides to try until the image is small enough (px). */
const SIDES = [480, 360, 240, 160, 96] as const;

/** The sizes to try for an image, largest first, none larger than the image. */
export function logoSizes(width: number, height: number): { width: number; height: number }[] {
  const longest = Math.max(width, height);
  const sides = new Set(SIDES.map((side) => Math.min(side, longest)));
  return [...sides].map((side) => ({
    width: Math.max(1, Math.round((width * side) / longest)),
    height: Math.max(1, Math.round((height * side) / longest)),
  }));
}

/** An image as a data URL, made smaller if necessary; null: it isn't an image, or it can't be made small enough. */
export async function logoOf(file: File): Promise<string | null> {
  if (!logoTypes.some((type) => type === file.type)) return null;
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  const original = await dataUrlOf(file);
  if (original.length <= MOST_LOGO) return original;
  for (const size of logoSizes(image.width, image.height)) {
    const url = drawn(image, size);
    if (url !== null && url.length <= MOST_LOGO) return url;
  }
  return null;
}

function drawn(image: ImageBitmap, size: { width: number; height: number }): string | null {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, size.width, size.height);
  // Browsers that can't write WebP write PNG.
  return canvas.toDataURL('image/webp', 0.9);
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
}
