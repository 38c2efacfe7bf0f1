import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { AppError } from '@carillon/contracts';
import { parseJson } from '@carillon/input';

/** The form of an upload that a route accepts, of any size. */
export interface UploadForm {
  /** Why a body with this type, or without a type, is rejected. Null: it is accepted. */
  refuse(contentType: string | undefined): string | null;
}

/** The form of a body that a route accepts. */
export interface BodyForm extends UploadForm {
  readonly maxBytes: number;
  /** The value for the handler; the body has at least one byte. @throws AppError */
  parse(bytes: Buffer): unknown;
}

const json = /^application\/json *(?:;|$)/i;
const charset = /; *charset=("?)([^";]*)\1/i;

/** Whether a media type names UTF-8 or has no charset. */
export function isUtf8(contentType: string): boolean {
  return (charset.exec(contentType)?.[2] ?? 'utf-8').toLowerCase() === 'utf-8';
}

/** The API's form of body. */
export const jsonBody: BodyForm = {
  maxBytes: 1024 * 1024,
  refuse(contentType) {
    if (contentType === undefined || !json.test(contentType))
      return 'Send JSON with Content-Type: application/json';
    return isUtf8(contentType) ? null : 'Send JSON in UTF-8';
  },
  parse: parseJson,
};

/** Anything, for requests that need only a method and a path; it is ignored. */
export const ignoredBody: BodyForm = {
  maxBytes: 64 * 1024,
  refuse: () => null,
  parse: () => undefined,
};

/**
 * Checks the announced type and size before the body is read. @throws AppError unsupported_media_type or
 * body_too_large.
 */
export function admitBody(headers: IncomingHttpHeaders, form: BodyForm): void {
  if (headers['content-type'] === undefined && !hasBody(headers)) return;
  admitType(headers, form, 'body');
  if (Number(headers['content-length'] ?? 0) > form.maxBytes) throw tooLarge(form);
}

/** Checks an upload before its body is read. @throws AppError unsupported_media_type */
export function admitUpload(headers: IncomingHttpHeaders, form: UploadForm): void {
  admitType(headers, form, 'file');
}

function admitType(headers: IncomingHttpHeaders, form: UploadForm, what: string): void {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  const isEncoded = encoding.toLowerCase() !== 'identity';
  const refusal = form.refuse(type) ?? (isEncoded ? `Send the ${what} without Content-Encoding` : null);
  if (refusal !== null) throw new AppError('unsupported_media_type', refusal);
}

/**
 * Reads a body. Undefined: the request has no body. @throws AppError the errors of `collect` and of the form's `parse`
 */
export async function readBody(
  payload: IncomingMessage,
  form: BodyForm,
  timeoutMs: number,
): Promise<unknown> {
  const bytes = await collect(payload, form, timeoutMs);
  return bytes.length === 0 ? undefined : form.parse(bytes);
}

function hasBody({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders): boolean {
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/**
 * All bytes of a body that is not too large and arrives in time. The remaining part of a refused body is discarded, so
 * that the client can read the response.
 */
function collect(payload: IncomingMessage, form: BodyForm, timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: () => void): void => {
      clearTimeout(timer);
      payload.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken).resume();
      outcome();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > form.maxBytes) settle(() => reject(tooLarge(form)));
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks, size)));
    const onBroken = (): void =>
      settle(() => reject(new AppError('malformed_request', 'The body ended early')));
    const timer = setTimeout(() => settle(() => reject(new AppError('request_timeout'))), timeoutMs);
    payload.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function tooLarge({ maxBytes }: BodyForm): AppError {
  return new AppError('body_too_large', `A body can have at most ${maxBytes} bytes`);
}
