import { Quotas, Recounts, isOverQuota } from '@carillon/quotas';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';
import {
  type ClaimRequest,
  IdempotencyKeys,
  KEY_BYTES,
  type KeptAnswer,
  type StoredClaim,
  bytesOf,
} from './idempotency-keys';

/** The storage that users' keys and responses need for a day, and its quota. Operators have no quota. */
@Injectable()
export class IdempotencyUsage implements OnModuleInit {
  /**
   * How long a request waits for its quota (milliseconds). After that, it continues, because the claim shows whether
   * the database responds.
   */
  private readonly waitMs: number;
  /**
   * Reserved bytes that may not be stored yet, by user. A count of stored bytes must include them. Otherwise, other
   * requests could use their quota and exceed it. The reserved bytes of other gateways are unknown here.
   */
  private readonly unstored = new Map<string, number>();
  /** Bytes that were reserved during a count, by user. */
  private readonly takenMeanwhile = new Map<string, number>();

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly quotas: Quotas,
    private readonly recounts: Recounts,
    @Inject(gatewayConfig.token) { IDEMPOTENCY_WAIT_MS }: Pick<GatewayConfig, 'IDEMPOTENCY_WAIT_MS'>,
  ) {
    this.waitMs = IDEMPOTENCY_WAIT_MS / 4;
  }

  onModuleInit(): void {
    this.recounts.countBy({
      idempotencyBytes: async (userId) => {
        const unstored = this.unstored.get(userId) ?? 0;
        this.takenMeanwhile.set(userId, 0);
        try {
          // Requests that are stored during the count may be counted twice, which is better than not being counted.
          return (await this.keys.storedBytes(userId)) + unstored + (this.takenMeanwhile.get(userId) ?? 0);
        } finally {
          this.takenMeanwhile.delete(userId);
        }
      },
    });
  }

  /**
   * Reserves quota for a key, and stores the key with `claim`. A repeated request needs no quota.
   * @throws AppError quota_exceeded, errors of `claim`
   */
  async spend(request: ClaimRequest, claim: () => Promise<StoredClaim>): Promise<StoredClaim> {
    const { userId, holder } = request;
    if (userId === null) return claim();
    await this.waitForRoom(userId, request.id);
    this.changeUnstored(userId, KEY_BYTES);
    try {
      const claimed = await claim();
      const isNew = claimed.holder === holder && claimed.attempt === 1;
      if (!isNew) this.quotas.note(userId, 'idempotencyBytes', -KEY_BYTES);
      return claimed;
    } finally {
      this.changeUnstored(userId, -KEY_BYTES);
    }
  }

  /**
   * Reserves quota for a response, and stores it with `keep`, which returns false if another process has taken over the
   * request. The quota may be exhausted, because concurrent requests may each have reserved quota for their keys.
   * `must`: the response is small and must be stored.
   */
  async spendAnswer(
    { userId }: ClaimRequest,
    answer: KeptAnswer,
    must: boolean,
    keep: () => Promise<boolean>,
  ): Promise<'stored' | 'taken over' | 'full'> {
    const bytes = bytesOf(answer) - KEY_BYTES;
    if (userId === null || bytes <= 0) return (await keep()) ? 'stored' : 'taken over';
    // If the quota cannot be read, the response is still stored. The database shows whether this is possible.
    const isGranted = must
      ? null
      : await this.quotas.takeAll(userId, 'idempotencyBytes', bytes).catch(() => null);
    if (isGranted === false) return 'full';
    if (isGranted === null) this.quotas.note(userId, 'idempotencyBytes', bytes);
    this.changeUnstored(userId, bytes);
    try {
      const isStored = await keep().catch((error: unknown) => {
        this.quotas.note(userId, 'idempotencyBytes', -bytes);
        throw error;
      });
      if (!isStored) this.quotas.note(userId, 'idempotencyBytes', -bytes);
      return isStored ? 'stored' : 'taken over';
    } finally {
      this.changeUnstored(userId, -bytes);
    }
  }

  /** The approximate stored size of a user's keys and responses. */
  async usedBy(userId: string): Promise<number> {
    const { idempotencyBytes = 0 } = await this.quotas.usedBy(userId, ['idempotencyBytes']);
    return idempotencyBytes;
  }

  private async waitForRoom(userId: string, id: string): Promise<void> {
    const taken = this.takeRoom(userId, id);
    taken.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.waitMs);
    });
    try {
      await Promise.race([taken, limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async takeRoom(userId: string, id: string): Promise<void> {
    try {
      await this.quotas.take(userId, 'idempotencyBytes', KEY_BYTES);
    } catch (error) {
      if (isOverQuota(error) && !(await this.keys.exists(id))) throw error;
      // The reservation is returned if the key was already stored.
      this.quotas.note(userId, 'idempotencyBytes', KEY_BYTES);
    }
  }

  private changeUnstored(userId: string, bytes: number): void {
    const meanwhile = this.takenMeanwhile.get(userId);
    if (bytes > 0 && meanwhile !== undefined) this.takenMeanwhile.set(userId, meanwhile + bytes);
    const unstored = (this.unstored.get(userId) ?? 0) + bytes;
    if (unstored > 0) this.unstored.set(userId, unstored);
    else this.unstored.delete(userId);
  }
}
