import sharp from 'sharp';
import { prepareFile } from './prepare-file';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
/** GPS coordinates of a photo, in EXIF. */
const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } };
const unusable = expect.objectContaining({ code: 'file_unusable' }) as object;
const unsupported = expect.objectContaining({ code: 'unsupported_media_type' }) as object;

describe('a photo', () => {
  it('is at most 1200 pixels wide, upright, and without the place where it was taken', async () => {
    // Orientation 6: the camera was turned by 90 degrees.
    const photo = await picture(2400, 3000)
      .withExif(place)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await sharp(photo).metadata()).toMatchObject({
      orientation: 6,
      exif: expect.anything() as object,
    });
    const { kind, type, extension, width, height, bytes } = await prepareFile(photo);
    expect({ kind, type, extension, width, height }).toEqual({
      kind: 'IMAGE',
      type: 'image/jpeg',
      extension: 'jpg',
      width: 1200,
      height: 960,
    });
    const { exif, orientation, width: stored } = await sharp(bytes).metadata();
    expect([exif, orientation, stored]).toEqual([undefined, undefined, 1200]);
  });
});

describe('an image', () => {
  it('that is small keeps its size, and a PNG its pixels', async () => {
    const png = await picture(30, 20).ensureAlpha(0.5).png().toBuffer();
    const { type, width, height, bytes } = await prepareFile(png);
    expect([type, width, height]).toEqual(['image/png', 30, 20]);
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
  });

  it.each([
    ['JPEG without transparency', false, 'image/jpeg'],
    ['PNG with transparency', true, 'image/png'],
  ])('in WebP becomes %s', async (_, hasAlpha, type) => {
    const image = hasAlpha ? picture(30, 20).ensureAlpha(0.5) : picture(30, 20);
    expect(await prepareFile(await image.webp().toBuffer())).toMatchObject({ type, width: 30, height: 20 });
  });

  it('that moves stays an animation, and its height is that of a frame', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 40, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = sharp(frames, { join: { animated: true } });
    for (const bytes of [await moving.clone().gif().toBuffer(), await moving.clone().webp().toBuffer()]) {
      const prepared = await prepareFile(bytes);
      expect(prepared).toMatchObject({ type: 'image/gif', width: 40, height: 20 });
      expect((await sharp(prepared.bytes, { animated: true }).metadata()).pages).toBe(2);
    }
  });

  it('with too many pixels is refused before it is decoded', async () => {
    const bomb = await picture(9_000, 9_000).png().toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    await expect(prepareFile(bomb)).rejects.toEqual(unusable);
  });

  it('that is damaged is refused', async () => {
    const png = await picture(300, 200).png().toBuffer();
    await expect(prepareFile(png.subarray(0, png.length / 2))).rejects.toEqual(unusable);
  });
});

describe('another file', () => {
  it('is stored as it is', async () => {
    const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n');
    expect(await prepareFile(pdf)).toEqual({
      ...{ kind: 'FILE', type: 'application/pdf', extension: 'pdf' },
      ...{ bytes: pdf, width: null, height: null },
    });
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['text', 'Hello'],
    ['nothing', ''],
    ['a program', 'MZ\u0090\u0000'],
  ])('is refused: %s', async (_, text) => {
    await expect(prepareFile(Buffer.from(text, 'latin1'))).rejects.toEqual(unsupported);
  });
});
