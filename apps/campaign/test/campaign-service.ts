import {
  type Amounts,
  AppError,
  type Campaign,
  type CampaignStatus,
  type EventName,
  type Member,
  type MemberRole,
  PIECE_BYTES,
  type Payload,
  type Plan,
  type PriceList,
  type Reply,
  type User,
  type UtmDefaults,
  newId,
} from '@carillon/contracts';
import {
  type OtherServices,
  type Surroundings,
  TestService,
  someone,
  eventually,
  surroundings,
} from '@carillon/testing';
import { type Collection, ObjectId } from 'mongodb';
import { CampaignModule } from '../src/campaign.module';
import type { CampaignDocument } from '../src/campaigns/campaign-document';
import { type DraftChanges, aCampaign } from './samples/a-campaign';

type Start = Payload<'campaign.publish'>['start'];

const observedEvents = [
  'campaign.published',
  'campaign.published-to-audience',
  'campaign.published-in-liquid',
  'campaign.published-with-attachments',
  'campaign.published-with-translations',
  'campaign.paused',
  'campaign.resumed',
  'campaign.cancelled',
  'campaign.retried',
  'campaign.deleted',
] as const satisfies EventName[];
type ObservedEvent = (typeof observedEvents)[number];

/** Messages that the dispatcher received. */
export interface Announcement {
  event: ObservedEvent;
  payload: Payload<ObservedEvent>;
}

/** The campaign service on a real broker and database. The test plays the surrounding services. */
export class CampaignService extends TestService {
  /** The replies of the account and subscriber services about every user. */
  plan: Plan = 'FREE';
  suspended = false;
  utm: UtmDefaults | undefined;
  isApprovalRequired = false;
  /** The roles of members by ID; others are no longer members. */
  readonly roles = new Map<string, MemberRole>();
  missingGroups: string[] = [];
  missingSegments: string[] = [];
  missingTopics: string[] = [];
  brokenSegments: Reply<'segment.resolve'>['problems'] = [];
  /** The account service's response about plans of users; other users have no limit. */
  readonly limits = new Map<string, Amounts>();
  priceList: PriceList | null = null;
  /** Whether the account and subscriber services respond at all. */
  away = false;
  /** How many deliveries the dispatcher would retry, and the requests that it received. */
  retryable = 1;
  /** The dispatcher does not respond before this resolves. */
  counted: Promise<unknown> = Promise.resolve();
  readonly retrySelections: Payload<'dispatch.retryable'>[] = [];
  readonly announced: Announcement[] = [];

  private constructor(around: Surroundings, variables: Record<string, string>) {
    const environment = { OUTBOX_SWEEP_MS: '100', SCHEDULE_SWEEP_MS: '50', ...variables };
    super({ service: 'campaign', module: CampaignModule, environment }, around);
  }

  /**
   * @param more additional responses of the surrounding services
   * @param variables additional variables of the service's environment
   */
  static async start(
    more: Parameters<OtherServices['answer']>[0] = {},
    variables: Record<string, string> = {},
  ): Promise<CampaignService> {
    const service = new CampaignService(await surroundings(), variables);
    const { others } = service;
    const record = (event: ObservedEvent) => (payload: Payload<ObservedEvent>) =>
      service.announced.push({ event, payload });
    await others.hear(
      'dispatcher.events',
      Object.fromEntries(observedEvents.map((event) => [event, record(event)])),
    );
    await others.answer({
      'user.get': ({ id }) => service.user(id),
      'member.get': ({ userId, id }) => service.member(userId, id),
      'api-key.get': () => {
        throw new AppError('api_key_not_found');
      },
      'account.quotas': ({ userId }) => ({ limits: service.limits.get(userId) ?? {} }),
      'price-list.get': () => ({ priceList: service.priceList }),
      'group.find-missing': ({ ids }) => ({
        missing: ids.filter((id) => service.missingGroups.includes(id)),
      }),
      'segment.resolve': ({ ids }) => ({
        found: ids.filter((id) => !service.missingSegments.includes(id)).map((id) => ({ id, version: 3 })),
        missing: ids.filter((id) => service.missingSegments.includes(id)),
        problems: service.brokenSegments,
      }),
      'topic.find-missing': ({ ids }) => ({
        missing: ids.filter((id) => service.missingTopics.includes(id)),
      }),
      'sender.content-template-statuses': () => ({ statuses: {} }),
      'dispatch.retryable': async (query) => {
        service.retrySelections.push(query);
        await service.counted;
        return { count: service.retryable };
      },
      ...more,
    });
    await service.boot();
    return service;
  }

  get documents(): Collection<CampaignDocument> {
    return this.db.collection<CampaignDocument>('campaigns');
  }

  create(changes: DraftChanges = {}) {
    return this.messenger.request('campaign.create', aCampaign(changes));
  }

  /** A draft with the given fields only. */
  createDraft({
    emailSource,
    attachments,
    media,
    translations,
    ...changes
  }: DraftChanges &
    Pick<Payload<'campaign.create-draft'>, 'emailSource' | 'attachments' | 'media' | 'translations'> = {}) {
    const { start: _start, ...draft } = aCampaign({
      name: '',
      content: { bodies: {} },
      groups: [],
      ...changes,
    });
    return this.messenger.request('campaign.create-draft', {
      ...draft,
      ...(emailSource && { emailSource }),
      ...(attachments && { attachments }),
      ...(media && { media }),
      ...(translations && { translations }),
    });
  }

  /** Uploads the pieces of a file. */
  async append(userId: string, bytes: Buffer): Promise<{ uploadId: string; pieces: number }> {
    const uploadId = newId();
    let seq = 0;
    for (let from = 0; from < bytes.length; from += PIECE_BYTES, seq += 1)
      await this.messenger.request('media.append', {
        ...{ userId, uploadId, seq },
        bytes: bytes.subarray(from, from + PIECE_BYTES),
      });
    return { uploadId, pieces: seq };
  }

  /** Uploads a file. */
  async upload(userId: string, bytes: Buffer, name: string): Promise<Reply<'media.end'>> {
    return this.messenger.request('media.end', {
      ...(await this.append(userId, bytes)),
      ...{ userId, by: someone, name, alt: 'A photo' },
    });
  }

  publish(id: string, userId: string, requestId = newId()) {
    return this.schedule(id, userId, { requestId });
  }

  /** Publishes a campaign, immediately if `scheduledAt` is absent. */
  schedule(id: string, userId: string, changes: Partial<Start> = {}) {
    const start: Start = { requestId: newId(), scheduledAt: null, maxLateness: null, ...changes };
    return this.messenger.request('campaign.publish', { by: someone, id, userId, start });
  }

  get(id: string, userId: string) {
    return this.messenger.request('campaign.get', { id, userId });
  }

  /** Resolves when the campaign has this status. */
  async reaches(campaignId: string, status: CampaignStatus): Promise<void> {
    await eventually(async () => (await this.find(campaignId))?.status === status);
  }

  /** The dispatcher's event at the end of a run. */
  completed(campaignId: string, run: number, finishedAt = '2026-03-01T12:00:00.000Z') {
    return this.messenger.publish('campaign.completed', { campaignId, run, finishedAt });
  }

  async find(campaignId: string): Promise<CampaignDocument | null> {
    // Reads as the service does, so it doesn't see data that only the primary has.
    return this.documents.findOne({ _id: new ObjectId(campaignId) }, { readConcern: 'majority' });
  }

  /** Sets a status directly, without the usual steps. */
  async setStatus(campaignId: string, status: CampaignStatus): Promise<void> {
    const dueAt = status === 'SCHEDULED' ? new Date(Date.now() + 86_400_000) : null;
    await this.documents.updateOne({ _id: new ObjectId(campaignId) }, { $set: { status, dueAt } });
  }

  /** Delays the announcements of a campaign until this time; null: no longer. */
  async holdRelay(campaignId: string, relayHeldUntil: Date | null): Promise<void> {
    await this.documents.updateOne({ _id: new ObjectId(campaignId) }, { $set: { relayHeldUntil } });
  }

  /** The announcements of one campaign, once this many have arrived. A repeated announcement counts once. */
  async announcements(campaignId: string, count = 1): Promise<Announcement[]> {
    const ofIt = () => {
      const all = this.announced.filter(({ payload }) => payload.campaignId === campaignId);
      return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
    };
    await eventually(() => ofIt().length >= count);
    return ofIt();
  }

  /** A draft that was scheduled for this time. */
  async scheduled(userId: string, scheduledAt: string, maxLateness: number | null = null): Promise<Campaign> {
    const { id } = await this.create({ userId });
    return this.schedule(id, userId, { scheduledAt, maxLateness });
  }

  /** The surrounding services respond again, and accept everything. */
  clear(): void {
    this.plan = 'FREE';
    this.suspended = false;
    this.utm = undefined;
    this.isApprovalRequired = false;
    this.missingGroups = [];
    this.missingSegments = [];
    this.missingTopics = [];
    this.brokenSegments = [];
    this.away = false;
    this.retryable = 1;
  }

  private user(id: string): User {
    if (this.away) throw new AppError('service_unavailable');
    const at = '2026-01-01T00:00:00.000Z';
    const status = this.suspended ? 'SUSPENDED' : 'ACTIVE';
    return {
      ...{ id, name: 'Ada', email: null, plan: this.plan, status, createdAt: at, updatedAt: at },
      ...(this.utm && { utm: this.utm }),
      ...(this.isApprovalRequired && { isApprovalRequired: true }),
    };
  }

  private member(userId: string, id: string): Member {
    const role = this.roles.get(id);
    if (!role) throw new AppError('member_not_found');
    const at = '2026-01-01T00:00:00.000Z';
    const person = { loginId: newId(), name: 'Ada', email: 'ada@example.com', hasSecondFactor: false };
    return { id, userId, role, ...person, createdAt: at, updatedAt: at };
  }
}
