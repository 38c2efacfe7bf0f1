import { AppError } from '@carillon/contracts';
import { parseJson } from '@carillon/input';
import type { BodyForm } from '../http/body-form';

const taken = /^application\/(?:x-www-form-urlencoded|json) *(?:;|$)/i;
const json = /^application\/json *(?:;|$)/i;

/** Either of the encodings in which Twilio calls back, as it came: what is signed are its bytes. */
export const callbackBody: BodyForm = {
  maxBytes: 64 * 1024,
  refuse: (contentType) =>
    contentType !== undefined && taken.test(contentType)
      ? null
      : 'Send application/x-www-form-urlencoded or application/json',
  parse: (bytes) => bytes,
};

/** What a callback says by name. Of what is said twice under one name, the last. */
export type CallbackFields = Readonly<Record<string, string | undefined>>;

/** A callback as it was sent: the pairs of a form, which are signed one by one, or bytes of another kind. */
export type CallbackContent = { kind: 'form'; pairs: [string, string][] } | { kind: 'json'; bytes: Buffer };

/** Some ten times what Twilio says. Fields are sorted before anybody knows who sent them, so that many would cost much. */
const MOST_FIELDS = 500;
const AMPERSAND = 0x26;

/** @throws AppError body_too_large */
export function contentOf(contentType: string | undefined, body: unknown): CallbackContent {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (contentType !== undefined && json.test(contentType)) return { kind: 'json', bytes };
  if (hasTooMany(bytes)) throw new AppError('body_too_large', `Send at most ${MOST_FIELDS} fields`);
  return { kind: 'form', pairs: [...new URLSearchParams(bytes.toString('utf8'))] };
}

function hasTooMany(form: Buffer): boolean {
  let count = 1;
  for (let at = form.indexOf(AMPERSAND); at !== -1; at = form.indexOf(AMPERSAND, at + 1)) {
    count += 1;
    if (count > MOST_FIELDS) return true;
  }
  return false;
}

/** @throws AppError malformed_json */
export function fieldsOf(content: CallbackContent): CallbackFields {
  if (content.kind === 'form') return Object.fromEntries(content.pairs);
  const told = content.bytes.length === 0 ? null : parseJson(content.bytes);
  if (typeof told !== 'object' || told === null) return {};
  return Object.fromEntries(
    Object.entries(told).flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)]] : [])),
  );
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
