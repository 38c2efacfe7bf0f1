import { AppError, type Domain, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, SlowWork, jittered } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { DefaultSender, Senders, type StoredSender, signedDomain } from '../senders';
import { type DomainSender, checkRecords } from './check-records';
import { Dns } from './dns';
import { type DomainDocument, ownerIn, toDomain } from './domain-document';
import { Domains } from './domains';

/** Replaces the user in the limit of checks. */
const OPERATOR = 'operator';
/** Limits concurrent checks, because DNS servers may be slow. */
const AT_ONCE = { all: 16, each: 3 };

/** A sender of a user, or the default sender. */
type Signed = Pick<StoredSender, 'id' | 'channel' | 'provider' | 'settings'>;

const HOUR_MS = 3_600_000;
/** The interval of checks in the background, and the shorter one while new keys are about to be published. */
const DAILY_MS = 24 * HOUR_MS;
const NEW_FOR_MS = 7 * DAILY_MS;

/** Compares the DNS records of domains with those that they need. Keys that it finds there sign from then on. */
@Injectable()
export class CheckDomain {
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly domains: Domains,
    private readonly senders: Senders,
    private readonly defaultSender: DefaultSender,
    private readonly dns: Dns,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** Errors: domain_not_found; rate_limited if the user has too many running checks. */
  async check({ userId, id }: Payload<'domain.check'>): Promise<Domain> {
    await this.domains.get(userId, id);
    return this.underWay.run(userId ?? OPERATOR, () => this.checkNow(userId, id));
  }

  /** @throws AppError domain_not_found if it was deleted */
  async checkNow(userId: string | null, id: string): Promise<Domain> {
    for (;;) {
      const before = await this.domains.get(userId, id);
      const senders = await this.sendersOf(before);
      const { keys, records } = await checkRecords(before, senders.map(settingsOf), this.dns.lookups());
      const checkedAt = this.clock.now();
      const checkAt = nextCheck(keys, checkedAt);
      const after = await this.domains.saveCheck(before, { keys, records, checkedAt, checkAt });
      if (!after) continue;
      if (signing(before) !== signing(after)) await this.forget(senders);
      return toDomain(after);
    }
  }

  /** Lets workers read again how the domain's emails are signed. */
  async keysChanged(document: DomainDocument): Promise<void> {
    await this.forget(await this.sendersOf(document));
  }

  private async forget(senders: readonly Signed[]): Promise<void> {
    for (const { id } of senders) await this.messenger.broadcast('sender.changed', { senderId: id });
  }

  /** The senders whose emails the domain signs. */
  private async sendersOf({ domain, ...document }: DomainDocument): Promise<Signed[]> {
    return (await this.allOf(ownerIn(document))).filter((sender) => {
      const from = signedDomain(sender);
      return from === domain || from?.endsWith(`.${domain}`) === true;
    });
  }

  private async allOf(owner: string | null): Promise<Signed[]> {
    if (owner !== null) return this.senders.ofUser(owner);
    const { identity } = this.defaultSender;
    return identity === null ? [] : [identity];
  }
}

function settingsOf({ settings }: Signed): DomainSender {
  return settings as unknown as DomainSender;
}

function nextCheck(keys: DomainDocument['keys'], now: Date): Date {
  const isNew = keys.some(
    ({ state, createdAt }) => state === 'PENDING' && now.getTime() - createdAt.getTime() < NEW_FOR_MS,
  );
  return new Date(now.getTime() + jittered(isNew ? HOUR_MS : DAILY_MS));
}

function signing({ keys }: DomainDocument): string {
  return keys
    .filter(({ state }) => state === 'ACTIVE')
    .map(({ id }) => id.toHexString())
    .join();
}

export function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'domain_not_found';
}
