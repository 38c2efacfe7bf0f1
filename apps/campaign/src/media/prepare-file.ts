import { AppError, type MediaKind, downloadTypes, imageTypes } from '@carillon/contracts';
import type { Sharp, default as sharpLibrary } from 'sharp';

/** A file as it is stored and served. */
export interface PreparedFile {
  kind: MediaKind;
  type: string;
  extension: string;
  bytes: Buffer;
  width: number | null;
  height: number | null;
}

/** Twice the usual width of an email, for screens with a high resolution. */
const MAX_WIDTH = 1_200;
const MAX_HEIGHT = 4_000;
/** All frames of an animation together. More than the largest photos of telephones have. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 20;
const QUALITY = 85;

const downloads: ReadonlySet<string> = new Set(downloadTypes);
const readable: ReadonlySet<string> = new Set([...imageTypes, 'image/webp']);
const names = 'PNG, JPEG, GIF, WebP, PDF, DOCX, XLSX, PPTX, MP3, or MP4';

/**
 * Detects the type of a file by its content. Images are decoded and written again, without metadata such as the place
 * of a photo, upright, and at most 1200 pixels wide. WebP becomes a type that all email clients show. Other files are
 * stored unchanged.
 * @throws AppError unsupported_media_type; file_unusable if the image is broken or has too many pixels
 */
export async function prepareFile(bytes: Buffer): Promise<PreparedFile> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found && readable.has(found.mime)) return prepareImage(bytes);
  if (!found || !downloads.has(found.mime))
    throw new AppError('unsupported_media_type', `Upload a file of type ${names}`);
  return { kind: 'FILE', type: found.mime, extension: found.ext, bytes, width: null, height: null };
}

async function prepareImage(bytes: Buffer): Promise<PreparedFile> {
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, pages = 1, hasAlpha } = await image.metadata();
    const written = writtenAs(format, { isAnimated: pages > 1, hasAlpha });
    const resized = image
      .autoOrient()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS });
    const { data, info } = await formats[written](resized).toBuffer({ resolveWithObject: true });
    return {
      kind: 'IMAGE',
      type: `image/${written}`,
      extension: written === 'jpeg' ? 'jpg' : written,
      bytes: data,
      width: info.width,
      height: info.pageHeight ?? info.height,
    };
  } catch (cause) {
    const detail = `The image is damaged, or it has more than ${MAX_PIXELS / 1e6} million pixels`;
    throw new AppError('file_unusable', detail, [], {}, { cause });
  }
}

type Written = 'png' | 'jpeg' | 'gif';
const formats: Readonly<Record<Written, (image: Sharp) => Sharp>> = {
  png: (image) => image.png({ compressionLevel: 9 }),
  jpeg: (image) => image.jpeg({ quality: QUALITY, mozjpeg: true }),
  gif: (image) => image.gif(),
};

function writtenAs(
  format: string,
  { isAnimated, hasAlpha }: { isAnimated: boolean; hasAlpha: boolean },
): Written {
  if (isAnimated) return 'gif';
  if (format === 'webp') return hasAlpha ? 'png' : 'jpeg';
  return format as Written;
}

type SharpLibrary = typeof sharpLibrary;
let loaded: Promise<SharpLibrary> | undefined;

/** Loads the library with the first image, because it uses memory. Only the decoders of the accepted types are on. */
function loadSharp(): Promise<SharpLibrary> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadNsgifBuffer',
        'VipsForeignLoadWebpBuffer',
      ],
    });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}
