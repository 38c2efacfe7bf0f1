import { Inject, Injectable } from '@nestjs/common';
import { parseSecret } from '@carillon/platform';
import { BounceAddresses, UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
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

/** Makes deliveries' own return paths, which the bounce-receiver reads (RFC 3464 §2.2 says nothing of which mail came back). */
@Injectable()
export class ReturnPaths {
  private readonly addresses: BounceAddresses;

  constructor(@Inject(emailWorkerConfig.token) config: EmailWorkerConfig) {
    this.addresses = new BounceAddresses(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
  }

  /** The return path of each delivery at a domain; undefined for a mail that is none, and without a domain. */
  at(domain: string | undefined): (deliveryId: string) => string | undefined {
    if (domain === undefined) return () => undefined;
    return (deliveryId) => {
      const part = this.addresses.localPart(deliveryId);
      return part === null ? undefined : `${part}@${domain}`;
    };
  }
}
