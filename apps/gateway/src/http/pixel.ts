/** A GIF of one transparent pixel (GIF89a). */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const PIXEL_SUFFIX = '.gif';

/** For what counts visits: every visit arrives here, and no other website learns of it. */
export const uncachedHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};
