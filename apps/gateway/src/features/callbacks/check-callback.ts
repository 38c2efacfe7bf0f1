import {
  AppError,
  type CallbackFields,
  type CalledBackIntegration,
  type ProviderCallbacks,
  type SignedCallback,
  isId,
} from '@carillon/contracts';
import { parseJson } from '@carillon/input';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { BodyForm } from '../../http/body';
import { CallbackVerifications } from './callback-verifications';

const taken = /^application\/(?:x-www-form-urlencoded|json) *(?:;|$)/i;
const json = /^application\/json *(?:;|$)/i;

/** A body in either encoding that providers use, as raw bytes: these are what is signed. */
export const callbackBody: BodyForm = {
  maxBytes: 64 * 1024,
  refuse: (contentType) =>
    contentType !== undefined && taken.test(contentType)
      ? null
      : 'Send application/x-www-form-urlencoded or application/json',
  parse: (bytes) => bytes,
};

/** A callback as it was sent: the pairs of a form, which are signed one by one, or other bytes. */
type CallbackContent = { kind: 'form'; pairs: [string, string][] } | { kind: 'json'; bytes: Buffer };

/** Some ten times what providers send. Fields are sorted before the sender is verified, so many of them would cost much. */
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

function signedOf(content: CallbackContent): SignedCallback['content'] {
  return content.kind === 'form' ? { form: content.pairs } : { bytes: content.bytes.toString('base64') };
}

/** The raw path and query. */
function targetOf({ raw }: FastifyRequest): string {
  return (raw.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
}

/** A callback that the provider signed for the integration. */
export interface Callback extends CalledBackIntegration {
  integrationId: string;
  query: URLSearchParams;
  fields: CallbackFields;
}

/**
 * Admits callbacks that the provider signed for the integration. An unknown integration and a wrong signature get the
 * same answer.
 */
@Injectable()
export class CheckCallback {
  constructor(
    private readonly verifications: CallbackVerifications,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  /** @throws AppError invalid_signature; body_too_large; service_unavailable if it cannot be verified now; malformed_json */
  async execute(
    callbacks: ProviderCallbacks,
    integrationId: string,
    request: FastifyRequest,
  ): Promise<Callback> {
    const signature = callbacks.signature(request.headers);
    if (!isId(integrationId) || signature === null) throw new AppError('invalid_signature');
    const content = bodyOf(request.headers['content-type'], request.body);
    const target = targetOf(request);
    // The provider signs the URL that it was given; a proxy may have rewritten it since.
    const url = this.config.PUBLIC_URL + target;
    const { provider } = callbacks;
    const signed = { integrationId, provider, url, signature, content: signedOf(content) };
    const verified = await this.verifications.verify(signed);
    if (!verified) throw new AppError('invalid_signature');
    const [, query = ''] = /\?(.*)/.exec(target) ?? [];
    return { ...verified, integrationId, query: new URLSearchParams(query), fields: fieldsOf(content) };
  }
}
