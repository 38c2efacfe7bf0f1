import { Quotas, Recounts, isOverQuota } from '@carillon/quotas';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type Asked,
  IdempotencyKeys,
  KEY_BYTES,
  type KeptAnswer,
  type Known,
  bytesOf,
} from './idempotency-keys';

/** What users' keys and answers take for a day, and the quota of it. The operator has none. */
@Injectable()
export class IdempotencyUsage implements OnModuleInit {
  /** How long a request waits for its quota (milliseconds); then it goes on: the claim shows whether the database answers. */
  waitMs = 500;

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly quotas: Quotas,
    private readonly recounts: Recounts,
  ) {}

  onModuleInit(): void {
    this.recounts.countBy({ idempotencyBytes: (userId) => this.keys.storedBytes(userId) });
  }

  /** Takes room for a key before it is stored. A request that is repeated needs none. @throws AppError quota_exceeded */
  async take({ id, userId }: Asked): Promise<void> {
    if (userId === null) return;
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

  /** Gives the room back if the key was stored before. */
  noteClaim({ userId, holder }: Asked, known: Known): void {
    const isNew = known.holder === holder && known.attempt === 1;
    if (userId !== null && !isNew) this.quotas.note(userId, 'idempotencyBytes', -KEY_BYTES);
  }

  /** An answer is never refused: the request has been carried out. */
  noteAnswer({ userId }: Asked, answer: KeptAnswer): void {
    if (userId !== null) this.quotas.note(userId, 'idempotencyBytes', bytesOf(answer) - KEY_BYTES);
  }

  /** About how much is stored of a user's keys and answers. */
  async usedBy(userId: string): Promise<number> {
    const { idempotencyBytes = 0 } = await this.quotas.usedBy(userId, ['idempotencyBytes']);
    return idempotencyBytes;
  }

  private async takeRoom(userId: string, id: string): Promise<void> {
    try {
      await this.quotas.take(userId, 'idempotencyBytes', KEY_BYTES);
    } catch (error) {
      if (isOverQuota(error) && !(await this.keys.exists(id))) throw error;
      // What is noted is given back when it turns out that the key was stored before.
      this.quotas.note(userId, 'idempotencyBytes', KEY_BYTES);
    }
  }
}
