import { randomBytes } from 'node:crypto';
import { AppError, isId } from '@carillon/contracts';
import { parseJson } from '@carillon/input';
import { checkBodySignature, checkSignature } from '@carillon/twilio';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { BodyForm } from '../../http/body';
import { type CalledBack, CalledBackIntegrations } from './called-back-integrations';

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
type CallbackContent = { kind: 'form'; pairs: [string, string][] } | { kind: 'json'; bytes: Buffer };

/** Some ten times what Twilio says. Fields are sorted before anybody knows who sent them, so that many would cost much. */
const MOST_FIELDS = 500;
const AMPERSAND = 0x26;

/** @throws AppError body_too_large */
function bodyOf(contentType: string | undefined, body: unknown): CallbackContent {
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
function fieldsOf(content: CallbackContent): CallbackFields {
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

/** A request to one of the places that Twilio calls. */
export interface CallbackRequest {
  integrationId: string;
  /** Path and query, as they came. */
  target: string;
  contentType: string | undefined;
  signature: string | undefined;
  body: unknown;
}

/** A callback that Twilio signed for the integration. */
export interface Callback extends CalledBack {
  integrationId: string;
  query: URLSearchParams;
  fields: CallbackFields;
}

/** A signature for which it is worth to look whose it would be: a SHA-1 in base64. */
const plausible = /^[A-Za-z0-9+/]{27}=$/;

/** Lets in what Twilio has signed. Whatever is wrong, the answer is the same. */
@Injectable()
export class CheckCallback {
  /** Nobody's: what comes for nobody is checked like everything else. */
  private readonly placeholderToken = randomBytes(16).toString('hex');

  constructor(
    private readonly integrations: CalledBackIntegrations,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  /** @throws AppError invalid_signature; body_too_large; service_unavailable if nobody can tell; malformed_json */
  async execute(request: CallbackRequest): Promise<Callback> {
    const { integrationId, signature, target } = request;
    if (!isId(integrationId) || !plausible.test(signature ?? '')) throw new AppError('invalid_signature');
    const content = bodyOf(request.contentType, request.body);
    const found = await this.integrations.find(integrationId);
    const isSigned = this.isSigned(request, content, found?.authToken ?? this.placeholderToken);
    if (!found || !isSigned) throw new AppError('invalid_signature');
    const [, query = ''] = /\?(.*)/.exec(target) ?? [];
    return { ...found, integrationId, query: new URLSearchParams(query), fields: fieldsOf(content) };
  }

  /** What was signed is the address that Twilio was told; a proxy may have called us by another. */
  private isSigned(
    { target, signature }: CallbackRequest,
    content: CallbackContent,
    authToken: string,
  ): boolean {
    const signed = { authToken, signature, url: this.config.PUBLIC_URL + target };
    return content.kind === 'form'
      ? checkSignature(signed, content.pairs)
      : checkBodySignature(signed, content.bytes);
  }
}
