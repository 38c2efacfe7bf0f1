import type { OpenSender } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import type { StoredSender } from './senders';
import { SigningKeys, signedDomain } from './signing-keys';

/** Gives workers what they need to send by a sender. */
@Injectable()
export class OpenStoredSender {
  constructor(private readonly signingKeys: SigningKeys) {}

  /** The version also changes with the keys. */
  async open(sender: StoredSender): Promise<OpenSender> {
    const { id, channel, provider, rev, settings, sealed, isPaused } = sender;
    const open = {
      ...{ id, channel, provider, version: String(rev), settings, sealed },
      ...(isPaused && { isPaused }),
    };
    const domain = signedDomain(sender);
    const keys = domain === null ? [] : await this.signingKeys.of(sender.userId, domain);
    if (keys.length === 0) return open;
    return { ...open, version: [rev, ...keys.map(({ keyId }) => keyId)].join('.'), signingKeys: keys };
  }
}
