import { Injectable } from '@nestjs/common';
import type { AddressRefused } from '@carillon/contracts';
import { Suppressions } from './suppressions';

/** So many are written at once. */
const AT_ONCE = 20;

/** Addresses that a provider refuses for good are not tried again by any campaign. */
@Injectable()
export class NoteRefusals {
  constructor(private readonly suppressions: Suppressions) {}

  async execute({ userId, channel, addresses, cause, sender, at }: AddressRefused): Promise<void> {
    const news = { type: 'caused', reason: cause, sender, at: new Date(at), source: 'provider' } as const;
    for (let from = 0; from < addresses.length; from += AT_ONCE) {
      const some = addresses.slice(from, from + AT_ONCE);
      await Promise.all(some.map((address) => this.suppressions.hear({ userId, channel, address }, news)));
    }
  }
}
