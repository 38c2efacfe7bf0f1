import { parseSecret } from '@carillon/platform';
import { VerifyTokens, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';

/** The tokens that the owners of senders enter at a provider together with the URL of webhooks. */
@Injectable()
export class SenderVerifyTokens extends VerifyTokens {
  constructor(@Inject(gatewayConfig.token) { LINK_KEYS }: GatewayConfig) {
    super(parseSecret('LINK_KEYS', LINK_KEYS, parseKeyRing));
  }
}
