import { Injectable } from '@nestjs/common';
import {
  type ApiKey,
  AppError,
  type AuditChange,
  type Deleted,
  type KeyRate,
  type Payload,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, UserTurns, freeSlot } from '@carillon/platform';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { Users } from '../users';
import { ApiKeys, type HeldKey, isTaken } from './api-keys';
import { requireToCome } from './key-forms';

const KEYS_PER_USER = 50;
/** Limit of concurrent and waiting key creations per user. A gateway allows no more at the same time. */
const AT_ONCE = 64;
/** An attempt fails only if another key takes the slot in the meantime, so one attempt per slot is enough. */
const TRIES = KEYS_PER_USER + 1;

/** The end of a key that has a successor. */
interface End {
  of: string;
  at: Date;
}

@Injectable()
export class EditApiKeys {
  private readonly turns = new UserTurns(AT_ONCE);

  constructor(
    private readonly keys: ApiKeys,
    private readonly users: Users,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the hash of a user's new key. A repeat with the same ID returns the existing key, with the secret of the
   * latest attempt. Errors: user_not_found, limit_reached; service_unavailable to an attempt that was overtaken.
   */
  async create(key: Payload<'api-key.create'>): Promise<ApiKey> {
    requireToCome(key.expiresAt, this.clock.now());
    await this.users.get(key.userId);
    return this.turns.take(key.userId, () => this.createInTurn(key, null));
  }

  /**
   * Creates a successor of a key, and ends that key after the overlap. A repeated request gets the same reply as
   * `create`, and keeps the end. Errors: user_not_found, api_key_not_found, limit_reached; api_key_rotated if the key
   * already has a successor; service_unavailable as for `create`.
   */
  async rotate({ of, overlapMs, ...minted }: Payload<'api-key.rotate'>): Promise<ApiKey> {
    const { userId } = minted;
    await this.users.get(userId);
    const rotated = (await this.keys.heldBy(userId)).find(({ key }) => key.id === of);
    if (!rotated) throw new AppError('api_key_not_found');
    const now = this.clock.now();
    requireToCome(minted.expiresAt, now);
    const end = { of, at: new Date(now.getTime() + overlapMs) };
    const successor = successorOf(rotated, minted, now);
    const created = await this.turns.take(userId, () => this.createInTurn(successor, end));
    await this.messenger.broadcast('access.changed', { userId });
    return created;
  }

  /** Revokes a key everywhere. Idempotent. Errors: api_key_in_use for the key of the request, api_key_not_found. */
  async delete({ by, userId, id }: Payload<'api-key.delete'>): Promise<Deleted> {
    if (id === by.keyId) throw new AppError('api_key_in_use');
    const removed = await this.audited.make(by, async (session) => {
      const key = await this.keys.remove(userId, id, session);
      return { result: key, action: key && apiKeyRevoked(key) };
    });
    // Broadcasts even if the key is already deleted: a process may have removed it and crashed before the broadcast.
    await this.messenger.broadcast('access.changed', { userId });
    if (removed ?? (await this.audited.wasMade(userId, 'api_key.revoked', id))) return { ids: [id] };
    throw new AppError('api_key_not_found');
  }

  private async createInTurn(key: Payload<'api-key.create'>, end: End | null): Promise<ApiKey> {
    for (let tries = 0; tries < TRIES; tries++) {
      const created = await this.tryToCreate(key, end);
      if (created) return created;
    }
    throw new AppError('service_unavailable', 'Too many API keys are being created at the same time');
  }

  /** Returns null if another key takes the slot in the meantime. */
  private async tryToCreate(key: Payload<'api-key.create'>, end: End | null): Promise<ApiKey | null> {
    const held = await this.keys.heldBy(key.userId);
    const same = held.find((other) => other.key.id === key.id);
    if (same) return this.repeat(same, key);
    const slot = freeSlot(
      held.map((other) => other.slot),
      KEYS_PER_USER,
    );
    if (slot === undefined)
      throw new AppError('limit_reached', `A user can have at most ${KEYS_PER_USER} API keys`);
    return this.addIn(slot, key, end);
  }

  /**
   * A redelivery changes nothing. A later attempt replaces the secret, because the user has seen only the latest
   * secret.
   */
  private async repeat(held: HeldKey, { by, ...key }: Payload<'api-key.create'>): Promise<ApiKey | null> {
    if (held.keyHash === key.keyHash) return held.key;
    if (held.attempt >= key.attempt)
      throw new AppError('service_unavailable', 'A later attempt has replaced this one');
    return this.audited.make(by, async (session) => {
      const replaced = await this.keys.replaceSecret(key, session);
      return { result: replaced, action: replaced && apiKeyCreated(replaced, key.rate) };
    });
  }

  private async addIn(
    slot: number,
    { by, ...key }: Payload<'api-key.create'>,
    end: End | null,
  ): Promise<ApiKey | null> {
    try {
      return await this.audited.make(by, async (session, now) => {
        // Checks this before the successor is stored, because the check would find the successor afterward.
        const ended =
          end && (await this.keys.succeed(key.userId, end.of, { by: key.id, at: end.at }, session));
        const created = await this.keys.add(key, slot, now, session);
        if (!end) return { result: created, action: apiKeyCreated(created, key.rate) };
        if (!ended) throw new AppError('api_key_not_found');
        const { before, after } = ended;
        return {
          result: created,
          action: [apiKeyCreated(created, key.rate, end.of), apiKeyEnds(before, after)],
        };
      });
    } catch (error) {
      if (isTaken(error)) return null;
      throw error;
    }
  }
}

/** `of`: the key that the new key succeeds. */
export function apiKeyCreated(key: ApiKey, rate: KeyRate, of: string | null = null): AuditAction {
  const facts = { ...factsOfApiKey(key), ...factsOfRate(rate), ...(of !== null && { successorOf: of }) };
  return ofApiKey('api_key.created', key, changesBetween({}, facts));
}

/** A future revocation time. */
function apiKeyEnds(before: ApiKey, after: ApiKey): AuditAction {
  return ofApiKey(
    'api_key.revoked',
    after,
    changesBetween({ expiresAt: before.expiresAt }, { expiresAt: after.expiresAt }),
  );
}

export function apiKeyRevoked(key: ApiKey): AuditAction {
  return ofApiKey('api_key.revoked', key, changesBetween(factsOfApiKey(key), {}));
}

function ofApiKey(
  action: AuditAction['action'],
  { id, userId, name }: ApiKey,
  changes: AuditChange[],
): AuditAction {
  return { userId, action, target: { type: 'api_key', id, name }, changes };
}

/** The fields of a key without the time of the last use. */
function factsOfApiKey(key: ApiKey) {
  const { name, prefix, expiresAt, networks } = key;
  return { name, prefix, scopes: key.scopes, expiresAt, networks };
}

/** The successor of a key has its name, scopes, networks, and rate, and the same lifetime unless an end is given. */
function successorOf(
  { key, rate }: HeldKey,
  minted: Omit<Payload<'api-key.rotate'>, 'of' | 'overlapMs'>,
  now: Date,
): Payload<'api-key.create'> {
  const lifetimeMs = key.expiresAt ? Date.parse(key.expiresAt) - Date.parse(key.createdAt) : null;
  const lived = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs).toISOString();
  return {
    ...minted,
    name: key.name,
    rate,
    scopes: key.scopes,
    ...(key.networks && { networks: key.networks }),
    expiresAt: minted.expiresAt ?? lived,
  };
}

/** The rate that the operator sets; empty if the plan decides. */
function factsOfRate(rate: KeyRate): { unlimited?: true; ratePerSecond?: number; burst?: number } {
  if (rate === 'PLAN') return {};
  return rate === 'NONE' ? { unlimited: true } : { ratePerSecond: rate.perSecond, burst: rate.burst };
}
