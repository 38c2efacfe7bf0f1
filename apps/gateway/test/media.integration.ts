import { randomBytes } from 'node:crypto';
import { AppError, MEDIA_BYTES, PIECE_BYTES } from '@carillon/contracts';
import { USER } from './callers';
import { PUBLIC_URL } from './called-gateway';
import { picture } from './examples';
import { Gateway } from './gateway';
import { obliging } from './services';

/** The files of the campaign service, by token. Away: it does not respond. */
const files = new Map<string, Buffer>();
let isAway = false;
let isNew = true;
let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(
    {
      ...obliging,
      'media.end': ({ name, alt }) => ({ media: { ...picture, name, alt }, isNew }),
      'media.find': ({ token }) => {
        if (isAway) throw new AppError('service_unavailable');
        const bytes = files.get(token);
        return { media: bytes ? { ...picture, token, bytes: bytes.length } : null };
      },
      'media.read': ({ token, from }) => {
        const bytes = files.get(token) ?? Buffer.alloc(0);
        return { base64: bytes.subarray(from, from + PIECE_BYTES).toString('base64') };
      },
    },
    { PUBLIC_URL },
  );
});
beforeEach(() => {
  isAway = false;
  isNew = true;
  gateway.requests.length = 0;
});
afterAll(() => gateway.close());

/** A file of text, without repetition. */
const fileOf = (size: number): Buffer => Buffer.from(randomBytes(size).toString('hex').slice(0, size));
const newToken = (): string => randomBytes(16).toString('base64url');
const stored = (bytes: Buffer): string => {
  const token = newToken();
  files.set(token, bytes);
  return token;
};
const get = (token: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.plain(method, `/m/${token}/spring.png`, { headers });
const codeIn = (body: unknown): unknown => (body as { code?: string }).code;

describe('an upload', () => {
  it('passes the file on in pieces, and returns its public URL', async () => {
    const body = randomBytes(2 * PIECE_BYTES + 5);
    const name = encodeURIComponent('Chor Frühling.jpg');
    const headers = { 'content-type': 'image/jpeg' };
    const answer = await gateway.call('POST', `/media?name=${name}&alt=A%20choir`, { body, headers });
    expect([answer.status, answer.headers.location]).toEqual([201, `/api/v1/media/${picture.id}`]);
    expect(answer.body).toMatchObject({
      data: {
        createMedia: { name: 'Chor Frühling.jpg', url: `${PUBLIC_URL}/m/${picture.token}/Chor-Fruhling.jpg` },
      },
    });
    const pieces = gateway.payloads('media.append');
    expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(body)).toBe(true);
    expect(gateway.payloads('media.end')).toEqual([
      expect.objectContaining({
        userId: USER,
        pieces: pieces.length,
        name: 'Chor Frühling.jpg',
        alt: 'A choir',
      }),
    ]);
  });

  it('of a file that the account has returns that file', async () => {
    isNew = false;
    const headers = { 'content-type': 'image/png' };
    const answer = await gateway.call('POST', '/media?name=a.png', { body: 'x', headers });
    expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
    expect(answer.body).toMatchObject({ data: { createMedia: { _id: picture.id } } });
  });

  it('that is too large or is a form is refused, and nothing is stored', async () => {
    const large = await gateway.call('POST', '/media?name=a', {
      body: Buffer.alloc(MEDIA_BYTES + 1),
      headers: { 'content-type': 'image/png' },
    });
    expect([large.status, codeIn(large.body)]).toEqual([413, 'body_too_large']);
    const form = await gateway.call('POST', '/media?name=a', {
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([form.status, codeIn(form.body)]).toEqual([415, 'unsupported_media_type']);
    expect(gateway.payloads('media.end')).toEqual([]);
  });
});

describe('a public file', () => {
  it('is served without a key, as its own type, and can be cached forever', async () => {
    const bytes = fileOf(PIECE_BYTES + 7);
    const token = stored(bytes);
    const { status, headers, text } = await get(token);
    expect(status).toBe(200);
    expect(text === bytes.toString()).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': "inline; filename*=UTF-8''spring.png",
      etag: `"${token}"`,
    });
    expect((await get(token, {}, 'HEAD')).headers['content-length']).toBe(String(bytes.length));
    expect((await get(token, { 'if-none-match': `"${token}"` })).status).toBe(304);
  });

  it('is loaded once, also for concurrent requests', async () => {
    const token = stored(fileOf(2 * PIECE_BYTES));
    const all = await Promise.all(Array.from({ length: 5 }, () => get(token)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await get(token);
    expect(gateway.payloads('media.read')).toHaveLength(2);
  });

  it.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=8-', 206, 'bytes 8-9/10', '89'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=4-99', 206, 'bytes 4-9/10', '456789'],
    ['bytes=10-', 200, undefined, '0123456789'],
    ['bytes=0-1,3-4', 200, undefined, '0123456789'],
    ['lines=1-2', 200, undefined, '0123456789'],
  ])('is served in parts: %s', async (range, status, contentRange, text) => {
    const answer = await get(stored(Buffer.from('0123456789')), { range });
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([
      status,
      contentRange,
      text,
    ]);
  });

  it('that does not exist is 404, and another form of token is never looked up', async () => {
    for (const token of [newToken(), 'nonsense']) {
      const { status, headers } = await get(token);
      expect([status, headers['content-type']]).toEqual([
        404,
        expect.stringContaining('application/problem+json'),
      ]);
    }
    expect(gateway.payloads('media.find')).toHaveLength(1);
  });

  it('stays available while the campaign service is away, once it was served', async () => {
    const token = stored(Buffer.from('0123456789'));
    await get(token);
    isAway = true;
    expect((await get(token)).status).toBe(200);
    expect((await get(stored(Buffer.from('x')))).status).toBe(503);
  });
});
