import { Injectable } from '@nestjs/common';
import { type ApiKey, AppError, type Payload } from '@carillon/contracts';
import { freeSlot } from '@carillon/platform';
import { AuditedChanges } from '../audit/audited-changes';
import { apiKeyCreated } from '../audit/deeds';
import { Users } from '../users/users';
import { ApiKeys, isTaken } from './api-keys';

const KEYS_PER_USER = 50;
/** A try fails only when another key took the slot meanwhile, so as many as there are slots are enough. */
const TRIES = KEYS_PER_USER + 1;

/**
 * Stores a user's new key by its hash. The same id again answers the key that is there.
 * Errors: user_not_found, limit_reached.
 */
@Injectable()
export class CreateApiKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly users: Users,
    private readonly audited: AuditedChanges,
  ) {}

  async execute(key: Payload<'api-key.create'>): Promise<ApiKey> {
    if (!(await this.users.find(key.userId))) throw new AppError('user_not_found');
    for (let tries = 0; tries < TRIES; tries++) {
      const created = await this.tryToCreate(key);
      if (created) return created;
    }
    throw new AppError('service_unavailable', 'Too many API keys are being created at once');
  }

  /** Null: somebody else was faster. */
  private async tryToCreate(key: Payload<'api-key.create'>): Promise<ApiKey | null> {
    const held = await this.keys.heldBy(key.userId);
    const same = held.find((other) => other.key.id === key.id);
    if (same) return same.key;
    const slot = freeSlot(
      held.map((other) => other.slot),
      KEYS_PER_USER,
    );
    if (slot === undefined)
      throw new AppError('limit_reached', `A user has at most ${KEYS_PER_USER} API keys`);
    return this.addIn(slot, key);
  }

  private async addIn(slot: number, { by, ...key }: Payload<'api-key.create'>): Promise<ApiKey | null> {
    try {
      return await this.audited.make(by, async (session, now) => {
        const created = await this.keys.add(key, slot, now, session);
        return { result: created, deed: apiKeyCreated(created) };
      });
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  }
}
