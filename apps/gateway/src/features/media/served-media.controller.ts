import { AppError, MEDIA_TOKEN_PATTERN, downloadTypes, imageTypes } from '@carillon/contracts';
import { issue } from '@carillon/input';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoredBody } from '../../http/body';
import { existing } from '../../http/input/path-id';
import { stringRule } from '../../http/input/rule';
import { Foreign } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { type ServedMedia, ServedMediaFiles } from './served-media';

const form = new RegExp(MEDIA_TOKEN_PATTERN);

/** A path parameter. A file with a token of another form doesn't exist. */
function mediaToken() {
  const schema = { pattern: MEDIA_TOKEN_PATTERN, examples: ['Vq3Zk0uJq0yGmF1s8bXw2A'] };
  const rule = stringRule(schema, (text) =>
    form.test(text) ? [] : issue('invalid_id', 'No file has a token of this form'),
  );
  return existing('media', rule);
}

const file = {
  media: Object.fromEntries(
    [...imageTypes, ...downloadTypes].map((type) => [type, Type.String({ format: 'binary' })]),
  ),
};

/** A file can't run scripts, load anything, or be read as another type, and its URL stays out of search engines. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
  'accept-ranges': 'bytes',
};

/** Serves uploaded files to anyone who knows their URL. */
@Controller('m')
export class ServedMediaController {
  constructor(private readonly files: ServedMediaFiles) {}

  @Get(':mediaToken/:name')
  @Operation({
    summary: 'Download an uploaded file',
    description:
      'The token in the URL cannot be guessed, and its bytes never change. The name in the URL is only for people. Images are shown, and other files are downloads.',
    answer: file,
    statuses: { 200: 'The file', 206: 'A part of the file', 304: 'The client has the file' },
  })
  @Foreign({ body: ignoredBody })
  async serveMedia(
    @Param('mediaToken', mediaToken()) token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.files.open(token);
    if (!file) throw new AppError('media_not_found');
    const etag = `"${token}"`;
    void reply.headers({ ...headers, etag });
    if (request.headers['if-none-match'] === etag) return void reply.code(304).send();
    void reply.headers({ 'content-type': file.media.type, 'content-disposition': dispositionOf(file) });
    const range = rangeOf(request.headers.range, file.bytes.length);
    if (range === null) return void reply.send(file.bytes);
    const [start, end] = range;
    const part = file.bytes.subarray(start, end + 1);
    reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes.length}`);
    return void reply.send(part);
  }
}

/** Only images are shown in the browser. RFC 6266, RFC 8187. */
function dispositionOf({ media: { kind, name } }: ServedMedia): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind === 'IMAGE' ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`;
}

/**
 * The first and the last byte of a single range (RFC 9110 §14.2). Null: the whole file, also for several ranges and for
 * a range outside of the file, which a server can ignore.
 */
function rangeOf(header: string | undefined, size: number): [number, number] | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end && start < size ? [start, end] : null;
}
