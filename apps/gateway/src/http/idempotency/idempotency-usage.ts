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

  /**
   * Takes room for an answer before it is stored. Returns false if there is none: requests that ran at once may each have found
   * room for their keys, and a repeat is carried out again, with the ids that it had. `must`: it has to be stored, and is small.
   */
  async takeAnswer({ userId }: Asked, answer: KeptAnswer, must: boolean): Promise<boolean> {
    const bytes = bytesOf(answer) - KEY_BYTES;
    if (userId === null || bytes <= 0) return true;
    // Without an answer of the quota's, the answer is stored: the database shows whether it can be.
    const granted = must
      ? null
      : await this.quotas.takeUpTo(userId, 'idempotencyBytes', bytes).catch(() => null);
    if (granted === bytes) return true;
    this.quotas.note(userId, 'idempotencyBytes', granted === null ? bytes : -granted);
    return granted === null;
  }

  /** Gives back the room of an answer that was not stored. */
  giveBackAnswer({ userId }: Asked, answer: KeptAnswer): void {
    if (userId !== null) this.quotas.note(userId, 'idempotencyBytes', KEY_BYTES - bytesOf(answer));
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
