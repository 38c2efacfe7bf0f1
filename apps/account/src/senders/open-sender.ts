import type { OpenSender } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import type { StoredSender } from './senders';
import { SigningKeys } from './signing-keys';

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
    const keys = await this.keysOf(sender);
    if (keys.length === 0) return open;
    return { ...open, version: [rev, ...keys.map(({ keyId }) => keyId)].join('.'), signingKeys: keys };
  }

  /** Other providers than a mail server compose emails themselves. */
  private async keysOf({ userId, channel, provider, settings: { fromAddress } }: StoredSender) {
    if (channel !== 'EMAIL' || provider !== 'SMTP' || typeof fromAddress !== 'string') return [];
    return this.signingKeys.of(userId, fromAddress.slice(fromAddress.lastIndexOf('@') + 1));
  }
}
