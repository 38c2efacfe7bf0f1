import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type AuditAction,
  type AuditChange,
  type AuditNote,
  type By,
  type Deleted,
  type Payload,
  type Reply,
  type Segment,
  type WebhookEvent,
  newId,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { ErasedUsers, auditNote, owned } from '@carillon/mongo';
import { Clock, addInFreeSlot } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { WebhookInterests } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import { References } from './references';
import { toSegment } from './segment-document';
import { Segments } from './segments';

const SEGMENTS_PER_USER = 500;
/** An attempt fails only if others change the same segment in the meantime. */
const TRIES = 100;

/** Adds, changes, and deletes segments, and fixes the versions that campaigns use. */
@Injectable()
export class EditSegments {
  constructor(
    private readonly segments: Segments,
    private readonly references: References,
    private readonly messenger: Messenger,
    private readonly erasedUsers: ErasedUsers,
    private readonly interests: WebhookInterests,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /** A repeat with the same ID returns the existing segment. Errors: limit_reached, quota_exceeded. */
  async create({ by, userId, id, name, conditions }: Payload<'segment.create'>): Promise<Segment> {
    await this.erasedUsers.refuse(userId);
    const now = this.clock.now();
    const document = {
      ...owned(userId, id),
      name,
      conditions: JSON.stringify(conditions),
      version: 1,
      notes: [noteOf('segment.created', { userId, id, name }, by, now)],
      pendingWebhookEvents: await this.eventsOf('segment.created', { userId, id, name, version: 1 }, now),
      createdAt: now,
      updatedAt: now,
    };
    const limit = await this.quotas.limitOf(userId, 'segments');
    return addInFreeSlot({
      limit: Math.min(limit, SEGMENTS_PER_USER),
      find: () => this.segments.get(userId, id),
      taken: () => this.segments.slots(userId),
      add: async (slot) =>
        (await this.segments.add({ ...document, slot })) ? toSegment({ ...document, slot }) : null,
      refuse: (used) =>
        used < SEGMENTS_PER_USER
          ? this.quotas.refuse('segments', limit, used)
          : new AppError('limit_reached', `An account can have at most ${SEGMENTS_PER_USER} segments`),
    });
  }

  /** Conditions that differ from the current ones give the segment a new version. Errors: segment_not_found. */
  async update({ by, userId, id, ...changes }: Payload<'segment.update'>): Promise<Segment> {
    for (let tries = 0; tries < TRIES; tries++) {
      const segment = await this.existing(userId, id);
      const { name = segment.name, conditions = segment.conditions } = changes;
      const isOther = !isDeepStrictEqual(conditions, segment.conditions);
      const version = isOther ? segment.version + 1 : segment.version;
      const now = this.clock.now();
      const fields: AuditChange[] = [
        ...(name === segment.name ? [] : [{ field: 'name', before: segment.name, after: name }]),
        ...(isOther ? [{ field: 'version', before: segment.version, after: version }] : []),
      ];
      if (fields.length === 0) return segment;
      const set = {
        ...(name !== segment.name && { name }),
        updatedAt: now,
        ...(isOther && { conditions: JSON.stringify(conditions), version }),
      };
      const entries = {
        notes: [noteOf('segment.updated', { userId, id, name }, by, now, fields)],
        pendingWebhookEvents: await this.eventsOf('segment.updated', { userId, id, name, version }, now),
      };
      const changed = await this.segments.change(segment, set, entries);
      if (changed) return changed;
    }
    throw changing();
  }

  /** Versions that campaigns use remain. A repeat gets the same reply. Errors: segment_not_found, segment_in_use. */
  async delete({ by, userId, id }: Payload<'segment.delete'>, messageId: string): Promise<Deleted> {
    const segment = await this.segments.get(userId, id);
    if (segment) {
      const { inUse } = await this.messenger.request('campaign.targets-segment', { userId, segmentId: id });
      if (inUse) throw new AppError('segment_in_use');
      const now = this.clock.now();
      await this.segments.delete(
        segment,
        { by: messageId, at: now },
        {
          notes: [noteOf('segment.deleted', segment, by, now)],
          pendingWebhookEvents: await this.eventsOf('segment.deleted', segment, now),
        },
      );
    }
    if (await this.segments.wasDeletedBy(userId, id, messageId)) return { ids: [id] };
    throw new AppError('segment_not_found');
  }

  /** Fixes the current versions of these segments for a campaign. */
  async resolve({ userId, ids }: Payload<'segment.resolve'>): Promise<Reply<'segment.resolve'>> {
    const found = await this.segments.among(userId, ids);
    const problems = await Promise.all(
      found.map(async ({ id, conditions }) => {
        const { problems: ofSegment } = await this.references.check(userId, [conditions]);
        return ofSegment.map((problem) => ({ id, ...problem }));
      }),
    );
    await this.segments.freeze(found);
    return {
      found: found.map(({ id, version }) => ({ id, version })),
      missing: ids.filter((id) => !found.some((segment) => segment.id === id)),
      problems: problems.flat(),
    };
  }

  /** The webhook events of a change. If no endpoint of the user wants them, none. */
  private async eventsOf(
    type: Extract<WebhookEvent['type'], `segment.${string}`>,
    { userId, id, name, version }: Pick<Segment, 'userId' | 'id' | 'name' | 'version'>,
    now: Date,
  ): Promise<WebhookEvent[]> {
    if (!(await this.interests.wants(userId, type))) return [];
    const at = now.toISOString();
    return [{ id: newId(), type, at, campaignId: null, items: [{ segmentId: id, name, version, at }] }];
  }

  private async existing(userId: string, id: string): Promise<Segment> {
    const segment = await this.segments.get(userId, id);
    if (!segment) throw new AppError('segment_not_found');
    return segment;
  }
}

function noteOf(
  action: AuditAction,
  { userId, id, name }: Pick<Segment, 'userId' | 'id' | 'name'>,
  by: By,
  at: Date,
  changes: AuditChange[] = [],
): AuditNote {
  return auditNote(by, at, { userId, action, target: { type: 'segment', id, name }, changes });
}

function changing(): AppError {
  return new AppError('service_unavailable', 'Others are changing segments at the moment');
}
