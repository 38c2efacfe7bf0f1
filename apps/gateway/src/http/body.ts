import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { AppError } from '@carillon/contracts';
import type { BodyForm } from './body-form';

/** Looks at what is announced before any of it is read. @throws AppError unsupported_media_type or body_too_large. */
export function admitBody(headers: IncomingHttpHeaders, form: BodyForm): void {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  if (type === undefined && !hasBody(headers)) return;
  const refusal = form.refuse(type);
  if (refusal !== null) throw unsupported(refusal);
  if (encoding.toLowerCase() !== 'identity') throw unsupported('Send the body without Content-Encoding');
  if (Number(headers['content-length'] ?? 0) > form.maxBytes) throw tooLarge(form);
}

/** Reads a body; undefined if there is none. @throws AppError as `collect` and the form's `parse` do. */
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
 * All bytes of a body that is not too large and arrives in time. A body that is refused in its middle is
 * left flowing into nothing, so that the client can read the answer.
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
      settle(() => reject(new AppError('malformed_request', 'The body broke off')));
    const timer = setTimeout(() => settle(() => reject(new AppError('request_timeout'))), timeoutMs);
    payload.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function unsupported(detail: string): AppError {
  return new AppError('unsupported_media_type', detail);
}

function tooLarge({ maxBytes }: BodyForm): AppError {
  return new AppError('body_too_large', `A body may have at most ${maxBytes} bytes`);
}
