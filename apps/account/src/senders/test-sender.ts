import { Injectable } from '@nestjs/common';
import { AppError, type SenderCheck, type Payload, type PoolSettings, checkOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, SlowWork } from '@carillon/platform';
import { OpenStoredSender } from './open-sender';
import { ProviderAccounts } from './provider-accounts';
import { Senders, type StoredSender } from './senders';

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
    private readonly accounts: ProviderAccounts,
    private readonly clock: Clock,
  ) {}

  async test({ userId, id, address }: Payload<'sender.test'>): Promise<SenderCheck> {
    const stored = await this.senders.get(userId, id);
    const check = await this.underWay.run(userId, () =>
      stored.provider === 'POOL' ? this.checkPool(stored, address) : this.check(stored, address),
    );
    await this.note(stored, check);
    return check;
  }

  private async check(stored: StoredSender, address: string | null): Promise<SenderCheck> {
    const controls = (await this.accounts.of([stored])).get(stored.id);
    if (controls?.pausedAt !== undefined) return paused(this.clock.now());
    const sender = await this.openSender.open(stored);
    return this.messenger.request(checkOf(stored.channel), { sender, address });
  }

  /** A pause by the operator says nothing about the sender. */
  private async note(stored: StoredSender, check: SenderCheck): Promise<void> {
    if (check.reason !== 'PROVIDER_ACCOUNT_PAUSED') await this.senders.noteCheck(stored, check);
  }

  /** Tests each sender of a pool, and sends the message by the first one. Returns the first failure. */
  private async checkPool({ userId, settings }: StoredSender, address: string | null): Promise<SenderCheck> {
    const { members } = settings as PoolSettings;
    const checks = await Promise.all(
      members.map(async ({ senderId }, index) => {
        const member = await this.senders.get(userId, senderId);
        const check = await this.check(member, index === 0 ? address : null);
        await this.note(member, check);
        return { check, name: member.name };
      }),
    );
    const failed = checks.find(({ check }) => !check.ok) ?? checks[0];
    if (!failed) throw new AppError('sender_not_found');
    const { name } = failed;
    // The standing is that of the member.
    const { standing: _, ...check } = failed.check;
    return check.ok ? check : { ...check, detail: [name, check.detail].filter(Boolean).join(': ') };
  }
}

/** The result while the operator has paused the provider account. */
function paused(now: Date): SenderCheck {
  const detail = 'The operator of this service has paused the provider account';
  return {
    ok: false,
    reason: 'PROVIDER_ACCOUNT_PAUSED',
    providerCode: null,
    detail,
    checkedAt: now.toISOString(),
  };
}
