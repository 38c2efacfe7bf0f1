import { Injectable } from '@nestjs/common';
import { type SenderCheck, type Payload, checkOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { SlowWork } from '@carillon/platform';
import { OpenStoredSender } from './open-sender';
import { Senders } from './senders';

/** Limits concurrent tests, because a provider may be slow and authentication must not wait for it. */
const AT_ONCE = { all: 16, each: 3 };

/**
 * Asks the provider whether the credentials work, and stores the result. Errors: sender_not_found, service_unavailable;
 * rate_limited if the user has too many running tests.
 */
@Injectable()
export class TestSender {
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly senders: Senders,
    private readonly messenger: Messenger,
    private readonly openSender: OpenStoredSender,
  ) {}

  async test({ userId, id, address }: Payload<'sender.test'>): Promise<SenderCheck> {
    const stored = await this.senders.get(userId, id);
    const question = { sender: await this.openSender.open(stored), address };
    const check = await this.underWay.run(userId, () =>
      this.messenger.request(checkOf(stored.channel), question),
    );
    await this.senders.noteCheck(stored, check);
    return check;
  }
}
