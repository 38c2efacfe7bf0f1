import { Injectable } from '@nestjs/common';
import { type ApiKey, AppError, type Payload } from '@carillon/contracts';
import { UserTurns, freeSlot } from '@carillon/platform';
import { AuditedChanges } from '../audit/audited-changes';
import { apiKeyCreated } from '../audit/audit-actions';
import { Users } from '../users/users';
import { ApiKeys, type HeldKey, isTaken } from './api-keys';

const KEYS_PER_USER = 50;
/** A try fails only when another key took the slot meanwhile, so as many as there are slots are enough. */
const TRIES = KEYS_PER_USER + 1;

/**
 * Stores a user's new key by its hash. The same id again answers the key that is there, by the secret of the latest attempt.
 * Errors: user_not_found, limit_reached; service_unavailable to an attempt that was overtaken.
 */
@Injectable()
export class CreateApiKey {
  private readonly turns = new UserTurns();

  constructor(
    private readonly keys: ApiKeys,
    private readonly users: Users,
    private readonly audited: AuditedChanges,
  ) {}

  async execute(key: Payload<'api-key.create'>): Promise<ApiKey> {
    await this.users.get(key.userId);
    return this.turns.take(key.userId, () => this.create(key));
  }

  private async create(key: Payload<'api-key.create'>): Promise<ApiKey> {
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
    if (same) return this.repeat(same, key);
    const slot = freeSlot(
      held.map((other) => other.slot),
      KEYS_PER_USER,
    );
    if (slot === undefined)
      throw new AppError('limit_reached', `A user has at most ${KEYS_PER_USER} API keys`);
    return this.addIn(slot, key);
  }

  /** A redelivery changes nothing; a later attempt has a secret of its own, which is the only one that anybody was told. */
  private async repeat(held: HeldKey, { by, ...key }: Payload<'api-key.create'>): Promise<ApiKey | null> {
    if (held.keyHash === key.keyHash) return held.key;
    if (held.attempt >= key.attempt) throw new AppError('service_unavailable', 'A later attempt was faster');
    return this.audited.make(by, async (session) => {
      const replaced = await this.keys.replaceSecret(key, session);
      return { result: replaced, action: replaced && apiKeyCreated(replaced, key.rate) };
    });
  }

  private async addIn(slot: number, { by, ...key }: Payload<'api-key.create'>): Promise<ApiKey | null> {
    try {
      return await this.audited.make(by, async (session, now) => {
        const created = await this.keys.add(key, slot, now, session);
        return { result: created, action: apiKeyCreated(created, key.rate) };
      });
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  }
}
