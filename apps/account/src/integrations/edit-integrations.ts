import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AuditChange,
  type By,
  type Deleted,
  type Integration,
  type Payload,
  newId,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { isDuplicateKey } from '@carillon/mongo';
import { type AuditAction, AuditedChanges, changesBetween, secretChangesBetween } from '../audit';
import { edit, requireUsable } from './edit-integration';
import { EditRelay } from './edit-relay';
import { Integrations, type PendingEdit, type StoredIntegration, shown } from './integrations';

@Injectable()
export class EditIntegrations {
  constructor(
    private readonly integrations: Integrations,
    private readonly audited: AuditedChanges,
    private readonly editRelay: EditRelay,
    private readonly messenger: Messenger,
  ) {}

  /**
   * Stores a user's credentials for a channel; secrets arrive sealed. Repeated with the same id, it answers the existing
   * integration. Errors: integration_exists, validation_failed.
   */
  async create(integration: Payload<'integration.create'>): Promise<Integration> {
    requireUsable(integration);
    const stored =
      (await this.tryToAdd(integration)) ??
      (await this.integrations.find(integration.userId, integration.id));
    if (!stored)
      throw new AppError(
        'integration_exists',
        `An integration for ${integration.channel} already exists. Change or delete it`,
      );
    return shown(stored);
  }

  /** Changes the given fields, and notifies the workers and the reports of campaigns that use it. Errors: integration_not_found, validation_failed. */
  async update(change: Payload<'integration.update'>): Promise<Integration> {
    const stored = await this.integrations.get(change.userId, change.id);
    const edited = edit(stored, change);
    requireUsable(edited);
    const saved = await this.audited.make(change.by, async (session, now) => {
      const pending = pendingEdit(stored, edited, change.by, now);
      const after = await this.integrations.save(edited, pending, now, session);
      return { result: after, action: after && integrationUpdated(stored, after) };
    });
    if (!saved) return this.update(change);
    this.editRelay.nudge();
    await this.messenger.broadcast('integration.changed', { integrationId: saved.id });
    return shown(saved);
  }

  /**
   * Removes a user's credentials, unless a running campaign needs them; the same request again gets the same answer.
   * Errors: integration_not_found, integration_in_use.
   */
  async delete({ by, userId, id }: Payload<'integration.delete'>): Promise<Deleted> {
    if (!(await this.integrations.find(userId, id))) {
      if (await this.audited.wasMade(userId, 'integration.deleted', id)) return { ids: [id] };
      throw new AppError('integration_not_found');
    }
    const { inUse } = await this.messenger.request('dispatch.uses-integration', { integrationId: id });
    if (inUse) throw new AppError('integration_in_use');
    const removed = await this.audited.make(by, async (session) => {
      const integration = await this.integrations.remove(userId, id, session);
      return { result: integration, action: integration && integrationDeleted(integration) };
    });
    await this.messenger.broadcast('integration.changed', { integrationId: id });
    return { ids: removed ? [id] : [] };
  }

  /** Returns null if the ID is taken, or the user already has an integration for the channel. */
  private async tryToAdd({
    by,
    ...integration
  }: Payload<'integration.create'>): Promise<StoredIntegration | null> {
    try {
      return await this.audited.make(by, async (session, now) => {
        const added = await this.integrations.add(integration, now, session);
        return { result: added, action: integrationCreated(added) };
      });
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }
}

/** What is published about an edit; null if it concerns neither settings nor secrets. */
function pendingEdit(
  before: StoredIntegration,
  after: StoredIntegration,
  by: By,
  at: Date,
): PendingEdit | null {
  const names = integrationChanges(before, after).map(({ field }) => field);
  const fields = [...new Set(names)].filter((field) => field.startsWith(IN_SETTINGS));
  return fields.length === 0 ? null : { id: newId(), at, fields, by };
}

export function integrationCreated(integration: StoredIntegration): AuditAction {
  return ofIntegration('integration.created', integration, integrationChanges(null, integration));
}

/** Returns null if nothing changed. */
export function integrationUpdated(before: StoredIntegration, after: StoredIntegration): AuditAction | null {
  const changes = integrationChanges(before, after);
  return changes.length === 0 ? null : ofIntegration('integration.updated', after, changes);
}

export function integrationDeleted(integration: StoredIntegration): AuditAction {
  return ofIntegration('integration.deleted', integration, integrationChanges(integration, null));
}

function ofIntegration(
  action: AuditAction['action'],
  { id, userId, name }: StoredIntegration,
  changes: AuditChange[],
): AuditAction {
  return { userId, action, target: { type: 'integration', id, name }, changes };
}

const IN_SETTINGS = 'settings.';

/** Settings are named as the API names them: `settings.host`. */
function integrationChanges(
  before: StoredIntegration | null,
  after: StoredIntegration | null,
): AuditChange[] {
  const inSettings = (change: AuditChange): AuditChange => ({ ...change, field: IN_SETTINGS + change.field });
  return [
    ...changesBetween(factsOfIntegration(before), factsOfIntegration(after)),
    ...changesBetween(before?.settings ?? {}, after?.settings ?? {}).map(inSettings),
    ...secretChangesBetween(before?.sealed ?? {}, after?.sealed ?? {}).map(inSettings),
  ];
}

function factsOfIntegration(integration: StoredIntegration | null): Partial<StoredIntegration> {
  if (!integration) return {};
  const { channel, name, ratePerSecond } = integration;
  return { channel, name, ratePerSecond };
}
