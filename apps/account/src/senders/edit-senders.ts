import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AuditChange,
  type By,
  type Deleted,
  type Sender,
  type Payload,
  newId,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { isDuplicateKey } from '@carillon/platform';
import { type AuditAction, AuditedChanges, changesBetween, secretChangesBetween } from '../audit';
import { edit, requireUsable } from './edit-sender';
import { Senders, type PendingEdit, type StoredSender, shown } from './senders';
import { PublishEdits } from './publish-edits';

@Injectable()
export class EditSenders {
  constructor(
    private readonly senders: Senders,
    private readonly audited: AuditedChanges,
    private readonly publishEdits: PublishEdits,
    private readonly messenger: Messenger,
  ) {}

  /**
   * Stores a user's credentials for a channel; secrets arrive sealed. Repeated with the same id, it answers the existing
   * sender. Errors: integration_exists, validation_failed.
   */
  async create(sender: Payload<'sender.create'>): Promise<Sender> {
    requireUsable(sender);
    const stored = (await this.tryToAdd(sender)) ?? (await this.senders.find(sender.userId, sender.id));
    if (!stored)
      throw new AppError(
        'integration_exists',
        `There is a sender for ${sender.channel} already: change it, or delete it first`,
      );
    return shown(stored);
  }

  /** Changes the given fields, and tells the workers and the reports of campaigns that go out by it. Errors: integration_not_found, validation_failed. */
  async update(change: Payload<'sender.update'>): Promise<Sender> {
    const stored = await this.senders.get(change.userId, change.id);
    const edited = edit(stored, change);
    requireUsable(edited);
    const saved = await this.audited.make(change.by, async (session, now) => {
      const told = pendingEdit(stored, edited, change.by, now);
      const after = await this.senders.save(edited, told, now, session);
      return { result: after, action: after && senderUpdated(stored, after) };
    });
    if (!saved) return this.update(change);
    this.publishEdits.nudge();
    await this.messenger.broadcast('sender.changed', { senderId: saved.id });
    return shown(saved);
  }

  /**
   * Removes a user's credentials, unless a running campaign needs them; the same request again gets the same answer.
   * Errors: integration_not_found, integration_in_use.
   */
  async delete({ by, userId, id }: Payload<'sender.delete'>): Promise<Deleted> {
    if (!(await this.senders.find(userId, id))) {
      if (await this.audited.wasMade(userId, 'integration.deleted', id)) return { ids: [id] };
      throw new AppError('integration_not_found');
    }
    const { inUse } = await this.messenger.request('dispatch.uses-sender', { senderId: id });
    if (inUse) throw new AppError('integration_in_use');
    const removed = await this.audited.make(by, async (session) => {
      const sender = await this.senders.remove(userId, id, session);
      return { result: sender, action: sender && senderDeleted(sender) };
    });
    await this.messenger.broadcast('sender.changed', { senderId: id });
    return { ids: removed ? [id] : [] };
  }

  /** Returns null if the id is taken, or the user has a sender for the channel. */
  private async tryToAdd({ by, ...sender }: Payload<'sender.create'>): Promise<StoredSender | null> {
    try {
      return await this.audited.make(by, async (session, now) => {
        const added = await this.senders.add(sender, now, session);
        return { result: added, action: senderCreated(added) };
      });
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }
}

/** What dispatchers are told of an edit; null if it concerns neither settings nor secrets. */
function pendingEdit(before: StoredSender, after: StoredSender, by: By, at: Date): PendingEdit | null {
  const names = senderChanges(before, after).map(({ field }) => field);
  const fields = [...new Set(names)].filter((field) => field.startsWith(IN_SETTINGS));
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

/** Settings are named as the API names them: `settings.host`. */
function senderChanges(before: StoredSender | null, after: StoredSender | null): AuditChange[] {
  const inSettings = (change: AuditChange): AuditChange => ({ ...change, field: IN_SETTINGS + change.field });
  return [
    ...changesBetween(factsOfSender(before), factsOfSender(after)),
    ...changesBetween(before?.settings ?? {}, after?.settings ?? {}).map(inSettings),
    ...secretChangesBetween(before?.sealed ?? {}, after?.sealed ?? {}).map(inSettings),
  ];
}

function factsOfSender(sender: StoredSender | null): Partial<StoredSender> {
  if (!sender) return {};
  const { channel, name, ratePerSecond } = sender;
  return { channel, name, ratePerSecond };
}
