import type { OpenSender, User } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { DefaultSender } from './default-sender';
import type { StoredSender } from './senders';
import { SigningKeys, signedDomain } from './signing-keys';

/** Gives workers what they need to send by a sender. */
@Injectable()
export class OpenStoredSender {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly defaultSender: DefaultSender,
  ) {}

  async open(sender: StoredSender): Promise<OpenSender> {
    const { id, channel, provider, rev, settings, sealed, isPaused } = sender;
    const open: OpenSender = {
      ...{ id, channel, provider, version: String(rev), settings, sealed },
      ...(isPaused && { isPaused }),
    };
    return this.signed(open, sender.userId);
  }

  /** The default sender, which signs with the keys of the operator. Errors: sender_not_found. */
  openDefault(user: Pick<User, 'name' | 'email'>): Promise<OpenSender> {
    return this.signed(this.defaultSender.openFor(user), null);
  }

  /** Adds the keys of an owner. The version also changes with them. */
  private async signed(open: OpenSender, owner: string | null): Promise<OpenSender> {
    const domain = signedDomain(open);
    const keys = domain === null ? [] : await this.signingKeys.of(owner, domain);
    if (keys.length === 0) return open;
    const version = [open.version, ...keys.map(({ keyId }) => keyId)].join('.');
    return { ...open, version, signingKeys: keys };
  }
}
