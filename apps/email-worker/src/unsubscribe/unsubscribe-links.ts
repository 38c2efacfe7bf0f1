import { linkInLanguage } from '@carillon/content';
import type { Language, MailProvider } from '@carillon/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { parseSecret } from '@carillon/platform';
import { BounceAddresses, UnsubscribeTokens, parseKeyRing, tokenIn, tokenWithTopic } from '@carillon/vault';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';

/** Returns a recipient's unsubscribe link: ASCII that needs no escaping in a header field or in HTML. */
export type LinkFor = (address: string, language?: Language) => string;

/** Creates the links to the gateway's page at `/u/`. */
@Injectable()
export class UnsubscribeLinks {
  private readonly tokens: UnsubscribeTokens;

  constructor(@Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig) {
    this.tokens = new UnsubscribeTokens(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
  }

  /** The links of one campaign. Their common part is created once. */
  of({ topicId, ...campaign }: { userId: string; campaignId: string; topicId: string | undefined }): LinkFor {
    const tokenFor = this.tokens.maker(campaign);
    const begin = `${this.config.PUBLIC_URL}/u/`;
    return (address, language) =>
      linkInLanguage(begin + tokenWithTopic(tokenFor(address), topicId), language);
  }
}

/** The identifiers of a delivery in its email. An identifier that no service reads is absent. */
export interface DeliveryNames {
  returnPath?: string;
  /** The Message-ID, with angle brackets. Bounce and complaint reports quote it even if they omit other fields. */
  messageId?: string;
  /** The identifier for the webhooks of the sender's provider. */
  token?: string;
}

/** The return address of a sender's emails, the domain of its Message-IDs, and the provider that reports on them. */
interface FeedbackSettings {
  bounceDomain: string | undefined;
  domain: string;
  feedbackProvider: MailProvider | undefined;
}

/**
 * Signs the delivery of an email, for the bounce-receiver, the mailbox-poller, and the gateway (RFC 3464 §2.2 doesn't
 * identify the returned email).
 */
@Injectable()
export class ReturnPaths {
  private readonly addresses: BounceAddresses;

  constructor(@Inject(emailWorkerConfig.token) config: EmailWorkerConfig) {
    this.addresses = new BounceAddresses(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
  }

  /** The identifiers of each delivery of a sender. None for an email that isn't a delivery. */
  of({ bounceDomain, domain, feedbackProvider }: FeedbackSettings): (delivery: string) => DeliveryNames {
    return (delivery) => {
      const part = this.addresses.localPart(delivery);
      if (part === null) return none;
      const token = tokenIn(part);
      return {
        ...(bounceDomain !== undefined && { returnPath: `${part}@${bounceDomain}` }),
        messageId: `<${token}@${domain}>`,
        ...(feedbackProvider !== undefined && { token }),
      };
    };
  }
}

const none: DeliveryNames = {};
