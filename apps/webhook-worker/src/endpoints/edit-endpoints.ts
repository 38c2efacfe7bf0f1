import {
  AppError,
  type AuditAction,
  type AuditChange,
  type AuditNote,
  type By,
  type Deleted,
  type Payload,
  type Webhook,
  webhookEventTypes,
} from '@carillon/contracts';
import { unfitUrl } from '@carillon/http-client';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type WebhookWorkerConfig, webhookWorkerConfig } from '../config';
import { type EndpointDocument, type StoredSecret, toWebhook } from './endpoint-record';
import { Endpoints } from './endpoints';

/** How long the previous secret also signs (milliseconds). */
const OVERLAP_MS = 24 * 60 * 60_000;
const fields = ['url', 'description', 'eventTypes', 'batch', 'disabledFor'] as const;

/** Adds, changes, and deletes endpoints, each with its audit entry in the same write. */
@Injectable()
export class EditEndpoints {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly clock: Clock,
    @Inject(webhookWorkerConfig.token) private readonly config: WebhookWorkerConfig,
  ) {}

  /**
   * Errors: validation_failed, limit_reached; webhook_not_found if it was deleted in the meantime; service_unavailable
   * if a later attempt was stored first.
   */
  async create({ by, secret, secretId, attempt, ...given }: Payload<'webhook.create'>): Promise<Webhook> {
    this.requireUsable(given);
    const { url, eventTypes, batch } = given;
    const changes = changesBetween({}, { url, eventTypes, batch });
    const note = this.note(by, given, 'webhook.created', changes);
    return this.present(await this.endpoints.add(given, storedSecret({ secret, secretId, attempt }), note));
  }

  /** Errors: webhook_not_found, validation_failed. */
  async update({ by, userId, id, disabled, ...change }: Payload<'webhook.update'>): Promise<Webhook> {
    this.requireUsable(change);
    const before = await this.endpoints.get(userId, id);
    const isOff = before.disabledFor !== null;
    const toggled =
      disabled === undefined || disabled === isOff
        ? {}
        : { disabledFor: disabled ? ('USER' as const) : null };
    const after = { ...change, ...toggled };
    const note = this.note(
      by,
      { userId, id },
      'webhook.updated',
      changesBetween(before, { ...before, ...after }),
    );
    return this.present(await this.endpoints.set(userId, id, after, note));
  }

  /**
   * The previous secret also signs for a day, but older secrets no longer do. If repeated with the same `secretId`, the
   * secret of the latest attempt replaces that of the earlier one, and the previous secret stays. Errors:
   * webhook_not_found; service_unavailable as for `create`.
   */
  async rotate({ by, userId, id, ...secret }: Payload<'webhook.rotate-secret'>): Promise<Webhook> {
    const previousUntil = new Date(this.clock.now().getTime() + OVERLAP_MS);
    const rotation = { secret: storedSecret(secret), previousUntil };
    const note = this.note(by, { userId, id }, 'webhook.secret_rotated', []);
    return this.present(await this.endpoints.rotate(userId, id, rotation, note));
  }

  /** Errors: webhook_not_found. */
  async delete({ by, userId, id }: Payload<'webhook.delete'>): Promise<Deleted> {
    const note = this.note(by, { userId, id }, 'webhook.deleted', []);
    if (!(await this.endpoints.delete(userId, id, note))) throw new AppError('webhook_not_found');
    return { ids: [id] };
  }

  /** Errors: webhook_not_found, limit_reached. */
  async replay({ by, userId, id, since, until }: Payload<'webhook.replay'>): Promise<void> {
    const note = this.note(by, { userId, id }, 'webhook.replayed', changesBetween({}, { since, until }));
    await this.endpoints.replay(userId, id, { since: new Date(since), until: new Date(until) }, note);
  }

  private present(document: EndpointDocument): Webhook {
    return toWebhook(document, this.clock.now());
  }

  private note(
    by: By,
    { userId, id }: { userId: string; id: string },
    action: AuditAction,
    changes: AuditChange[],
  ): AuditNote {
    const target = { type: 'webhook' as const, id, name: null };
    return auditNote(by, this.clock.now(), { userId, action, target, changes });
  }

  private requireUsable({ url, eventTypes }: { url?: string; eventTypes?: readonly string[] }): void {
    const unfit = url === undefined ? null : unfitUrl(url, this.config.ALLOW_PRIVATE_WEBHOOK_HOSTS);
    if (unfit !== null)
      throw new AppError('validation_failed', undefined, [
        { field: 'url', code: 'not_allowed', detail: unfit },
      ]);
    const known: readonly string[] = webhookEventTypes;
    if (eventTypes?.some((type) => !known.includes(type)) === true) {
      const detail = 'This event type does not exist';
      throw new AppError('validation_failed', undefined, [
        { field: 'eventTypes', code: 'not_allowed', detail },
      ]);
    }
  }
}

function storedSecret({
  secretId,
  secret,
  attempt,
}: {
  secretId: string;
  secret: string;
  attempt?: number | undefined;
}): StoredSecret {
  return { id: secretId, sealed: secret, ...(attempt !== undefined && { attempt }), until: null };
}

function changesBetween(
  before: Partial<Record<string, unknown>>,
  after: Partial<Record<string, unknown>>,
): AuditChange[] {
  const value = (of: unknown) =>
    of instanceof Date ? of.toISOString() : ((of ?? null) as AuditChange['before']);
  return [...new Set([...fields, 'since', 'until'])].flatMap((field) => {
    const [was, is] = [value(before[field]), value(after[field])];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }];
  });
}
