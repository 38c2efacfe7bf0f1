import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AuditChange,
  type By,
  type Deleted,
  type FieldError,
  type Sender,
  type Payload,
  type PoolSettings,
  hasRules,
  newId,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { isDuplicateKey } from '@carillon/mongo';
import { type AuditAction, AuditedChanges, changesBetween, secretChangesBetween } from '../audit';
import { edit, requireUsable } from './edit-sender';
import { Senders, type PendingEdit, type StoredSender, shown } from './senders';
import { EditRelay } from './edit-relay';

/** The limit of senders per account. Workers and dispatchers read all senders of an account at once. */
const MAX_SENDERS = 50;

@Injectable()
export class EditSenders {
  constructor(
    private readonly senders: Senders,
    private readonly audited: AuditedChanges,
    private readonly editRelay: EditRelay,
    private readonly messenger: Messenger,
  ) {}

  /**
   * Stores a user's account at a provider; secrets arrive sealed. A repeat with the same ID returns the existing
   * sender. Errors: integration_exists if the channel already has a sender and `isOnly` is set; sender_name_taken,
   * limit_reached, validation_failed.
   */
  async create(sender: Payload<'sender.create'>): Promise<Sender> {
    requireUsable(sender);
    await this.requirePool(sender);
    const { userId, id, channel, name, isOnly = false } = sender;
    const stored = (await this.tryToAdd(sender)) ?? (await this.senders.find(userId, id));
    if (stored) return shown(stored);
    if (isOnly)
      throw new AppError(
        'integration_exists',
        `An integration for ${channel} already exists. Change or delete it`,
      );
    if (await this.senders.hasName(userId, channel, name)) throw new AppError('sender_name_taken');
    // The ID belongs to another account, or the sender that had the name was removed in the meantime.
    throw new AppError('internal', `The ID ${id} is already in use`);
  }

  /** Makes a sender the default of its channel. Errors: sender_not_found. */
  async makeDefault({ by, userId, id }: Payload<'sender.make-default'>): Promise<Sender> {
    const made = await this.audited.make(by, async (session, now) => {
      const change = await this.senders.makeDefault(userId, id, now, session);
      return { result: change, action: change && senderUpdated(change.before, change.after) };
    });
    if (!made) throw new AppError('sender_not_found');
    return shown(made.after);
  }

  /**
   * Changes the given fields, and notifies workers and reports of campaigns that use the sender.
   * Errors: sender_not_found, sender_name_taken, validation_failed.
   */
  async update(change: Payload<'sender.update'>): Promise<Sender> {
    const stored = await this.senders.get(change.userId, change.id);
    const edited = edit(stored, change);
    requireUsable(edited);
    await this.requirePool(edited);
    const saved = await this.audited
      .make(change.by, async (session, now) => {
        const pending = pendingEdit(stored, edited, change.by, now);
        const after = await this.senders.save(edited, pending, now, session);
        return { result: after, action: after && senderUpdated(stored, after) };
      })
      .catch(nameTaken);
    if (!saved) return this.update(change);
    this.editRelay.nudge();
    await this.messenger.broadcast('sender.changed', { senderId: saved.id });
    return shown(saved);
  }

  /**
   * Removes a user's credentials, unless a running campaign needs them. A repeat gets the same reply. The default
   * sender can't be removed while the channel has other senders, because campaigns that name no sender would switch to
   * another one. Errors: sender_not_found, sender_in_use, default_sender.
   */
  async delete({ by, userId, id }: Payload<'sender.delete'>): Promise<Deleted> {
    if (!(await this.senders.find(userId, id))) {
      if (await this.audited.wasMade(userId, 'integration.deleted', id)) return { ids: [id] };
      throw new AppError('sender_not_found');
    }
    const [pool] = await this.senders.poolsWith(userId, id);
    if (pool) throw new AppError('sender_in_use', `Remove it from the pool ${pool.name} first`);
    const { inUse } = await this.messenger.request('dispatch.uses-sender', { senderId: id });
    if (inUse) throw new AppError('sender_in_use');
    const removed = await this.audited.make(by, async (session) => {
      const sender = await this.senders.remove(userId, id, session);
      if (sender?.isDefault && (await this.senders.hasAny(userId, sender.channel, session)))
        throw new AppError('default_sender', 'Make another sender the default first');
      return { result: sender, action: sender && senderDeleted(sender) };
    });
    await this.messenger.broadcast('sender.changed', { senderId: id });
    return { ids: removed ? [id] : [] };
  }

  /** @throws AppError validation_failed unless a pool consists of other senders of its channel, one for everyone */
  private async requirePool(
    sender: Pick<StoredSender, 'userId' | 'channel' | 'provider' | 'settings' | 'ratePerSecond' | 'isPaused'>,
  ): Promise<void> {
    if (sender.provider !== 'POOL') return;
    const faults = poolFaults(sender, await this.senders.ofUser(sender.userId));
    if (faults.length > 0) throw new AppError('validation_failed', undefined, faults);
  }

  /**
   * Returns null if the ID or the name is taken, or if this must be the only sender and the channel already has one.
   */
  private async tryToAdd({ by, isOnly, ...sender }: Payload<'sender.create'>): Promise<StoredSender | null> {
    try {
      return await this.audited.make(by, async (session, now) => {
        const added = await this.senders.add(sender, isOnly === true, now, session);
        if (added && (await this.senders.count(sender.userId, session)) > MAX_SENDERS)
          throw new AppError('limit_reached', `An account can have at most ${MAX_SENDERS} senders`);
        return { result: added, action: added && senderCreated(added) };
      });
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }
}

type Pool = Pick<StoredSender, 'channel' | 'settings' | 'ratePerSecond' | 'isPaused'>;

function poolFaults(
  { channel, settings, ratePerSecond, isPaused }: Pool,
  all: readonly StoredSender[],
): FieldError[] {
  const refused = (field: string, detail: string): FieldError => ({ field, code: 'not_allowed', detail });
  const { members } = settings as PoolSettings;
  const ids = members.map(({ senderId }) => senderId);
  const faults = ids.flatMap((id, index) => {
    const field = `settings.members.${index}.senderId`;
    if (ids.indexOf(id) < index) return [refused(field, 'Each sender can be in the pool only once')];
    const sender = all.find((each) => each.id === id && each.channel === channel);
    if (!sender)
      return [{ field, code: 'not_found' as const, detail: `There is no sender ${id} for ${channel}` }];
    return sender.provider === 'POOL' ? [refused(field, 'A pool cannot contain another pool')] : [];
  });
  if (members.every(hasRules))
    faults.push(
      refused('settings.members', 'At least one sender must have no rules, for all other recipients'),
    );
  if (ratePerSecond !== null)
    faults.push(refused('ratePerSecond', 'A pool has no rate. Set the rates of its senders'));
  if (isPaused) faults.push(refused('isPaused', 'A pool cannot be paused. Pause its senders'));
  return faults;
}

function nameTaken(error: unknown): never {
  throw isDuplicateKey(error) ? new AppError('sender_name_taken') : error;
}

/** The edit to publish to dispatchers. Null if it changes neither settings nor secrets, nor pauses or resumes. */
function pendingEdit(before: StoredSender, after: StoredSender, by: By, at: Date): PendingEdit | null {
  const names = senderChanges(before, after).map(({ field }) => field);
  const fields = [...new Set(names)].filter((field) => field.startsWith(IN_SETTINGS) || field === 'isPaused');
  return fields.length === 0 ? null : { id: newId(), at, fields, by };
}

export function senderCreated(sender: StoredSender): AuditAction {
  return ofSender('integration.created', sender, senderChanges(null, sender));
}

/** Returns null if nothing changed. */
export function senderUpdated(before: StoredSender, after: StoredSender): AuditAction | null {
  const changes = senderChanges(before, after);
  return changes.length === 0 ? null : ofSender('integration.updated', after, changes);
}

export function senderDeleted(sender: StoredSender): AuditAction {
  return ofSender('integration.deleted', sender, senderChanges(sender, null));
}

function ofSender(
  action: AuditAction['action'],
  { id, userId, name }: StoredSender,
  changes: AuditChange[],
): AuditAction {
  return { userId, action, target: { type: 'integration', id, name }, changes };
}

const IN_SETTINGS = 'settings.';

/** Settings have the names that the API uses: `settings.host`. */
function senderChanges(before: StoredSender | null, after: StoredSender | null): AuditChange[] {
  const inSettings = (change: AuditChange): AuditChange => ({ ...change, field: IN_SETTINGS + change.field });
  return [
    ...changesBetween(factsOfSender(before), factsOfSender(after)),
    ...changesBetween(factsOfRampUp(before), factsOfRampUp(after)),
    ...changesBetween(before?.settings ?? {}, after?.settings ?? {}).map(inSettings),
    ...secretChangesBetween(before?.sealed ?? {}, after?.sealed ?? {}).map(inSettings),
  ];
}

/** The daily limits, with the names that the API uses: `rampUp.startsOn`. */
function factsOfRampUp(sender: StoredSender | null): Record<string, string | number | null> {
  if (!sender?.rampUp) return {};
  const { domainGroups, ...fields } = sender.rampUp;
  const groups = domainGroups.map(
    ({ group, startPerDay, targetPerDay }) => `${group} ${startPerDay}–${targetPerDay}`,
  );
  const facts = { ...fields, domainGroups: groups.length === 0 ? null : groups.join(', ') };
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [`rampUp.${name}`, value]));
}

function factsOfSender(sender: StoredSender | null): Partial<StoredSender> {
  if (!sender) return {};
  const { channel, provider, name, isDefault, ratePerSecond, isPaused } = sender;
  return { channel, provider, name, isDefault, ratePerSecond, ...(isPaused && { isPaused }) };
}
