import { Inject, Injectable } from '@nestjs/common';
import { parseSecret } from '@carillon/platform';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';

/** Returns a recipient's unsubscribe link: ASCII that needs no escaping in a header field or in HTML. */
export type LinkFor = (address: string) => string;

/** Makes the links to the gateway's page at `/u/`. */
@Injectable()
export class UnsubscribeLinks {
  private readonly tokens: UnsubscribeTokens;

  constructor(@Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig) {
    this.tokens = new UnsubscribeTokens(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
  }

  /** Links of one campaign's mails; their common part is made once. */
  of(campaign: { userId: string; campaignId: string }): LinkFor {
    const tokenFor = this.tokens.maker(campaign);
    const begin = `${this.config.PUBLIC_URL}/u/`;
    return (address) => begin + tokenFor(address);
  }
}
