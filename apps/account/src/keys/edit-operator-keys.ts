import { Injectable } from '@nestjs/common';
import { AppError, type Deleted, type OperatorKey, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, UserTurns, freeSlot } from '@carillon/platform';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { ApiKeys, isTaken } from './api-keys';
import { OPERATOR_KEY_ID, requireToCome } from './key-forms';

const MOST_KEYS = 50;
/** Operators wait for each other, just as the keys of one user do. */
const OPERATORS = 'operators';
/** Limit of concurrent and waiting creations of operator keys. */
const AT_ONCE = 64;
/** An attempt fails only if another key takes the slot in the meantime. */
const TRIES = MOST_KEYS + 1;

/** Creates and revokes operator keys, except the key from the configuration. */
@Injectable()
export class EditOperatorKeys {
  private readonly turns = new UserTurns(AT_ONCE);

  constructor(
    private readonly keys: ApiKeys,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the hash of an operator's new key. A repeat with the same ID returns the existing key, with the secret of
   * the latest attempt. Errors: limit_reached; service_unavailable to an attempt that was overtaken.
   */
  async create(key: Payload<'operator-key.create'>): Promise<OperatorKey> {
    const now = this.clock.now();
    requireToCome(key.expiresAt, now);
    await this.keys.freeExpiredSlots(now);
    return this.turns.take(OPERATORS, () => this.createInTurn(key));
  }

  /**
   * Revokes a key everywhere and permanently. Idempotent. Errors: api_key_in_use for the key of the request,
   * operator_key_configured, operator_key_not_found.
   */
  async delete({ by, id }: Payload<'operator-key.delete'>): Promise<Deleted> {
    if (id === by.keyId) throw new AppError('api_key_in_use');
    if (id === OPERATOR_KEY_ID) throw new AppError('operator_key_configured');
    const revoked = await this.audited.make(by, async (session, now) => {
      const key = await this.keys.retire(id, now, session);
      return { result: key, action: key && operatorKeyRevoked(key) };
    });
    await this.messenger.broadcast('operator-keys.changed', {});
    if (revoked ?? (await this.audited.wasMade(null, 'operator_key.removed', id))) return { ids: [id] };
    throw new AppError('operator_key_not_found');
  }

  private async createInTurn(key: Payload<'operator-key.create'>): Promise<OperatorKey> {
    for (let tries = 0; tries < TRIES; tries++) {
      const created = await this.tryToCreate(key);
      if (created) return created;
    }
    throw new AppError('service_unavailable', 'Too many keys are being created at the same time');
  }

  /** Returns null if another key takes the slot in the meantime. */
  private async tryToCreate(key: Payload<'operator-key.create'>): Promise<OperatorKey | null> {
    const held = await this.keys.heldByOperators();
    const same = held.find(({ _id }) => _id.toHexString() === key.id);
    if (same) return this.repeat(same, key);
    const slots = held.flatMap(({ slot }) => (slot as number | undefined) ?? []);
    const slot = freeSlot(slots, MOST_KEYS);
    if (slot === undefined) {
      throw new AppError('limit_reached', `There can be at most ${MOST_KEYS} operator keys`);
    }
    return this.addIn(slot, key);
  }

  /** A redelivery changes nothing. A later attempt replaces the secret, as for user keys. */
  private async repeat(
    same: { keyHash: string; attempt: number },
    { by, ...key }: Payload<'operator-key.create'>,
  ): Promise<OperatorKey | null> {
    if (same.keyHash === key.keyHash) return this.keys.getOperatorKey(key.id);
    if (same.attempt >= key.attempt)
      throw new AppError('service_unavailable', 'A later attempt has replaced this one');
    return this.audited.make(by, async (session) => {
      const replaced = await this.keys.replaceOperatorSecret(key, session);
      return { result: replaced, action: replaced && operatorKeyCreated(replaced) };
    });
  }

  private async addIn(
    slot: number,
    { by, ...key }: Payload<'operator-key.create'>,
  ): Promise<OperatorKey | null> {
    try {
      return await this.audited.make(by, async (session, now) => {
        const created = await this.keys.addForOperator(key, slot, now, session);
        return { result: created, action: operatorKeyCreated(created) };
      });
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  }
}

function operatorKeyCreated(key: OperatorKey): AuditAction {
  return ofOperatorKey('operator_key.installed', key, changesBetween({}, factsOf(key)));
}

function operatorKeyRevoked(key: OperatorKey): AuditAction {
  return ofOperatorKey('operator_key.removed', key, changesBetween(factsOf(key), {}));
}

function ofOperatorKey(
  action: AuditAction['action'],
  { id, name }: OperatorKey,
  changes: AuditAction['changes'],
): AuditAction {
  return { userId: null, action, target: { type: 'operator_key', id, name }, changes };
}

function factsOf({ name, prefix, grants: scopes, expiresAt, networks }: OperatorKey) {
  return { name, prefix, scopes, expiresAt, networks };
}
