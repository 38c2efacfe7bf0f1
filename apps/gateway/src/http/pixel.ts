import type { FastifyReply } from 'fastify';

/** A GIF of one transparent pixel (GIF89a). */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const SUFFIX = '.gif';

/** For what counts visits: every visit arrives here, and no other website learns of it. */
export const uncachedHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** The token in the name of a picture, such as `TOKEN.gif`. Null: it has another name. */
export function pixelToken(picture: string): string | null {
  return picture.endsWith(SUFFIX) ? picture.slice(0, -SUFFIX.length) : null;
}

export function sendPixel(reply: FastifyReply, headers: Readonly<Record<string, string>> = {}): void {
  void reply
    .code(200)
    .headers({ ...uncachedHeaders, 'content-type': 'image/gif', ...headers })
    .send(PIXEL);
}
