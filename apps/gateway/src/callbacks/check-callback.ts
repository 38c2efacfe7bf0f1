import { randomBytes } from 'node:crypto';
import { AppError, isId } from '@carillon/contracts';
import { checkBodySignature, checkSignature } from '@carillon/twilio';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../config';
import { type CallbackContent, type CallbackFields, contentOf, fieldsOf } from './callback-body';
import { type CalledBack, CalledBackIntegrations } from './called-back-integrations';

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
  private readonly nobodysToken = randomBytes(16).toString('hex');

  constructor(
    private readonly integrations: CalledBackIntegrations,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  /** @throws AppError invalid_signature; body_too_large; service_unavailable if nobody can tell; malformed_json */
  async execute(request: CallbackRequest): Promise<Callback> {
    const { integrationId, signature, target } = request;
    if (!isId(integrationId) || !plausible.test(signature ?? '')) throw new AppError('invalid_signature');
    const content = contentOf(request.contentType, request.body);
    const found = await this.integrations.find(integrationId);
    const isSigned = this.isSigned(request, content, found?.authToken ?? this.nobodysToken);
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
