import {
  AppError,
  type Audience,
  type Campaign,
  type FieldError,
  type FrozenAudience,
  type NamedSenders,
  type Plan,
  type Reply,
  type SegmentVersion,
  type User,
  channels,
  textsIn,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Database } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { isNarrowed } from './draft';

/** Whom a campaign targets, and whom it doesn't reach. */
interface Targets {
  groups: string[];
  audience?: Audience | undefined;
}

/** Error entries for the targets that don't exist, and the audience with the current versions of its segments. */
export interface CheckedTargets {
  missingGroups: FieldError[];
  missingSegments: FieldError[];
  missingTopic: FieldError[];
  /** Segments that name something that no longer exists. */
  brokenSegments: FieldError[];
  frozenAudience: FrozenAudience | undefined;
}

const noSegments: Reply<'segment.resolve'> = { found: [], missing: [], problems: [] };

const MAX_YEARS_AHEAD = 1;
const JUST_PASSED_MS = 60_000;

/** The preconditions of sending a campaign. */
@Injectable()
export class SendingPreconditions {
  constructor(
    private readonly messenger: Messenger,
    private readonly database: Database,
  ) {}

  /** The user, from the account service and not from a cache. @throws AppError account_suspended */
  async activeUser(userId: string): Promise<User> {
    const user = await this.messenger.request('user.get', { id: userId });
    if (user.status === 'SUSPENDED') throw new AppError('account_suspended');
    return user;
  }

  /** The user's current plan. @throws AppError account_suspended */
  async planOf(userId: string): Promise<Plan> {
    return (await this.activeUser(userId)).plan;
  }

  /** Checks the groups and the segments of a campaign. The field of an error is the position of the ID. */
  async checkTargets(userId: string, { groups, audience }: Targets): Promise<CheckedTargets> {
    const { excludeGroups = [], segments = [], excludeSegments = [], topicId = null } = audience ?? {};
    const groupIds = [...new Set([...groups, ...excludeGroups])];
    const segmentIds = [...new Set([...segments, ...excludeSegments])];
    const [{ missing }, resolved, { missing: missingTopics }] = await Promise.all([
      groupIds.length > 0
        ? this.messenger.request('group.find-missing', { userId, ids: groupIds })
        : { missing: [] as string[] },
      segmentIds.length > 0
        ? this.messenger.request('segment.resolve', { userId, ids: segmentIds })
        : noSegments,
      topicId === null
        ? { missing: [] as string[] }
        : this.messenger.request('topic.find-missing', { userId, ids: [topicId] }),
    ]);
    const entries = (ids: string[], field: string, detailOf: (id: string) => string | undefined) =>
      ids.flatMap((id, index) => {
        const detail = detailOf(id);
        return detail === undefined
          ? []
          : [{ field: `${field}.${index}`, code: 'not_found' as const, detail }];
      });
    const noGroup = (id: string) => (missing.includes(id) ? `Group ${id} does not exist` : undefined);
    const noSegment = (id: string) =>
      resolved.missing.includes(id) ? `Segment ${id} does not exist` : undefined;
    const broken = (id: string): string | undefined => {
      const problem = resolved.problems.find((each) => each.id === id);
      return (
        problem &&
        `Segment ${id} names the ${problem.kind.toLowerCase()} ${problem.what}, which doesn't exist`
      );
    };
    const ofSegments = (detailOf: (id: string) => string | undefined): FieldError[] => [
      ...entries(segments, 'audience.segments', detailOf),
      ...entries(excludeSegments, 'audience.excludeSegments', detailOf),
    ];
    const versions = new Map(
      resolved.found.map((version): [string, SegmentVersion] => [version.id, version]),
    );
    const frozen = (ids: string[]): SegmentVersion[] => ids.flatMap((id) => versions.get(id) ?? []);
    return {
      missingGroups: [
        ...entries(groups, 'groups', noGroup),
        ...entries(excludeGroups, 'audience.excludeGroups', noGroup),
      ],
      missingSegments: ofSegments(noSegment),
      missingTopic: missingTopics.map((id) => ({
        field: 'audience.topic',
        code: 'not_found' as const,
        detail: `Topic ${id} does not exist`,
      })),
      brokenSegments: ofSegments(broken),
      frozenAudience:
        audience && isNarrowed(audience)
          ? { ...audience, segments: frozen(segments), excludeSegments: frozen(excludeSegments) }
          : undefined,
    };
  }

  /** An error entry for each sender that belongs to another user or another channel. */
  async missingSenders(userId: string, named: NamedSenders = {}): Promise<FieldError[]> {
    if (Object.keys(named).length === 0) return [];
    const { senders } = await this.messenger.request('account.sending-profile', { userId });
    return channels.flatMap((channel) => {
      const id = named[channel];
      if (id === undefined || senders.some((each) => each.channel === channel && each.senderId === id))
        return [];
      const detail = `There is no sender ${id} for ${channel}`;
      return [{ field: `senders.${channel}`, code: 'not_found' as const, detail }];
    });
  }

  /**
   * An error entry for each WhatsApp template that the sender of the campaign doesn't have, or that WhatsApp has not
   * approved. A provider that doesn't respond prevents nothing.
   */
  async unusableTemplates(
    userId: string,
    { senders = {}, content }: Pick<Campaign, 'senders' | 'content'>,
  ): Promise<FieldError[]> {
    const texts = Object.entries(content.translations ?? {}).map(
      ([tag, translation]) => [`translations.${tag}.`, translation] as const,
    );
    const named = [['', textsIn(content)] as const, ...texts].flatMap(([prefix, { whatsappTemplate }]) =>
      whatsappTemplate
        ? [{ field: `${prefix}whatsappTemplate.contentSid`, contentSid: whatsappTemplate.contentSid }]
        : [],
    );
    if (named.length === 0) return [];
    const contentSids = [...new Set(named.map(({ contentSid }) => contentSid))];
    const question = { userId, id: senders.WHATSAPP ?? null, contentSids };
    const { statuses } = await this.messenger
      .request('sender.content-template-statuses', question)
      .catch((error: unknown): Reply<'sender.content-template-statuses'> => {
        if (error instanceof AppError) return { statuses: {} };
        throw error;
      });
    return named.flatMap(({ field, contentSid }): FieldError[] => {
      const status = statuses[contentSid] ?? 'APPROVED';
      if (status === 'APPROVED') return [];
      if (status === 'MISSING')
        return [{ field, code: 'not_found', detail: `The WhatsApp sender has no template ${contentSid}` }];
      const detail = `WhatsApp has not approved the template ${contentSid}: its status is ${status}`;
      return [{ field, code: 'not_allowed', detail }];
    });
  }

  /** Whether a time that was once in the future has not passed yet. Null: now. */
  async isAhead(scheduledAt: string | null): Promise<boolean> {
    return scheduledAt === null || !isPast(Date.parse(scheduledAt), await this.database.now());
  }

  /**
   * A campaign may be scheduled up to a year ahead. Clocks differ: a time that has just passed counts as now. The
   * database's clock decides, as it does when the campaign is due.
   * @throws AppError validation_failed
   */
  async requireTimely(scheduledAt: string | null): Promise<void> {
    if (scheduledAt === null) return;
    const now = await this.database.now();
    const latest = new Date(now);
    latest.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS_AHEAD);
    const at = Date.parse(scheduledAt);
    if (isPast(at, now)) throw untimely('too_small', 'This time is in the past');
    if (at > latest.getTime()) throw untimely('too_big', 'This time is more than a year in the future');
  }
}

function isPast(at: number, now: Date): boolean {
  return at < now.getTime() - JUST_PASSED_MS;
}

function untimely(code: FieldError['code'], detail: string): AppError {
  return new AppError('validation_failed', undefined, [{ field: 'scheduledAt', code, detail }]);
}
