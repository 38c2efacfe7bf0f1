import { type ContentSource, compileSource, sentContent } from '@carillon/content';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AppError,
  type AudienceMember,
  type BatchReleased,
  type CampaignContent,
  type Payload,
  type PriceList,
  type Reply,
  type SkipReason,
  newId,
  asCompiled,
  type ContentChanges,
  contentOf,
  engineOf,
  orderName,
  textsIn,
} from '@carillon/contracts';
import {
  OtherServices,
  type TestBroker,
  type TestDatabase,
  startTestService,
  testBroker,
  testDatabase,
} from '@carillon/testing';
import { type Collection, type Document, type Filter, ObjectId } from 'mongodb';
import { DispatcherModule } from '../src/dispatcher.module';

export type Dispatcher = Awaited<ReturnType<typeof startTestService>>;
type Order = Payload<'campaign.published'>;
type OrderChanges = Partial<Omit<Order, 'content'>> & { content?: ContentChanges };

const WAIT_MS = 90_000;
/** Real workers send heartbeats every three seconds. */
const PRESENCE_MS = 500;
const MOVED = 12;

/** Members of a group in the order of the subscriber service: by ID. */
export const members = (
  count: number,
  prefix: string,
  channel: AudienceMember['channel'] = 'EMAIL',
): AudienceMember[] =>
  Array.from({ length: count }, (_, n) => ({
    subscriberId: newId(),
    channel,
    address: channel === 'EMAIL' ? `${prefix}${n}@example.com` : `+4930${prefix}${1000 + n}`,
    variables: {},
  }));

/** Resolves with the first truthy result of `look`. */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited too long for ${what}`);
    await pause(20);
  }
}

/** Waits until a spied method was called this often and all calls have finished. Returns their results. */
export async function callsOver(
  spied: { mock: { results: readonly { value?: unknown }[] } },
  calls: number,
): Promise<unknown[]> {
  await until('the calls', () => spied.mock.results.length >= calls);
  return Promise.all(spied.mock.results.map(({ value }) => value));
}

/** Settings for leases that only the test ends, even on a slow machine. */
export const lasting = { BATCH_LEASE_MS: '60000' };

/** The environment of dispatchers: a broker, a database, accounts, audiences, and listeners for published events. */
export class Fixture {
  readonly userId = newId();
  /** Members by group. A missing group is deleted. */
  readonly groups = new Map<string, AudienceMember[]>();
  /** Addresses that were removed from their group or suppressed after they were planned. */
  readonly excluded = new Set<string>();
  readonly suppressed = new Set<string>();
  /** Addresses whose people left the topic or paused messages after they were planned. */
  readonly skipped = new Map<string, SkipReason>();
  /** Whether the subscriber service is of this release. */
  knowsTopics = true;
  /** Addresses of members who may have been in an earlier page. */
  readonly recent = new Set<string>();
  /** Members who moved from one group to another, in pages of `MOVED` people, and the received requests. */
  readonly moved: AudienceMember[] = [];
  /** The addresses of people who were merged. */
  merged: AudienceMember[] = [];
  readonly movedRequests: Payload<'audience.moved'>[] = [];
  /** Requests for pages of campaigns with segments or exclusions. */
  readonly selections: Payload<'audience.select'>[] = [];
  /** The members of people with further channels, by the number of the person. */
  readonly furtherChannels = new Map<number, AudienceMember[]>();
  /** The numbers of people who were merged, by one of them. */
  readonly mergedNumbers = new Map<number, number[]>();
  /** Addresses in the service window. */
  readonly inServiceWindow = new Set<string>();
  /** The placeholders whose values were last requested for the members of a group, by the ID of the group. */
  private readonly requestedKeys = new Map<string, string[]>();
  /** The groups of published campaigns. */
  private readonly groupsOf = new Map<string, string[]>();
  /** The profiles of users that differ from the usual one. */
  readonly profiles = new Map<string, Reply<'account.sending-profile'>>();
  priceList: PriceList | 'unavailable' | null = null;
  /** Users whose accounts are suspended. */
  readonly suspended = new Set<string>();
  /** Users whose accounts are deleted. */
  readonly deleted = new Set<string>();
  readonly completed: Payload<'campaign.completed'>[] = [];
  readonly bouncedOften: Payload<'campaign.bounced-often'>[] = [];
  readonly returnedTooOften: Payload<'campaign.returned-too-often'>[] = [];
  /** Offers that no worker of the test has read yet. */
  readonly hints: BatchReleased[] = [];
  profile: Reply<'account.sending-profile'> = {
    plan: 'FREE',
    status: 'ACTIVE',
    routes: {
      EMAIL: { senderId: 'default', ratePerSecond: null, maxConnections: null },
      WHATSAPP: null,
      SMS: null,
    },
    senders: [],
  };
  /** Workers that send heartbeats, by the name under which they hold leases. */
  readonly workers = new Map<string, Omit<Payload<'worker.heartbeat'>, 'holder'>>([
    ['worker-1', { channel: 'EMAIL', leases: 64 }],
    ['worker-2', { channel: 'EMAIL', leases: 64 }],
    ['sms-worker', { channel: 'SMS', leases: 64 }],
  ]);
  private readonly dispatchers = new Set<Dispatcher>();
  private heartbeats: NodeJS.Timeout | undefined;

  private constructor(
    readonly broker: TestBroker,
    readonly database: TestDatabase,
    readonly others: OtherServices,
  ) {}

  static async open(broker?: TestBroker, database?: TestDatabase): Promise<Fixture> {
    const vhost = broker ?? (await testBroker());
    const fixture = new Fixture(vhost, database ?? (await testDatabase()), await OtherServices.on(vhost));
    await fixture.play();
    return fixture;
  }

  /**
   * Starts another dispatcher. Leases last a second, and expire without a delay, unless the environment sets other
   * values.
   */
  async start(environment: Record<string, string> = {}): Promise<Dispatcher> {
    const { broker, database } = this;
    const quick = { BATCH_LEASE_MS: '1000', LEASE_GRACE_MS: '0', LOG_LEVEL: 'error' };
    const dispatcher = await startTestService('dispatcher', DispatcherModule, {
      broker,
      database,
      environment: { ...quick, ...environment },
    });
    this.dispatchers.add(dispatcher);
    await this.sendHeartbeats();
    return dispatcher;
  }

  /** Sends a heartbeat of every worker. */
  async sendHeartbeats(): Promise<void> {
    for (const [holder, { channel, leases }] of this.workers) {
      await this.others.messenger.broadcast('worker.heartbeat', { holder, channel, leases });
    }
  }

  async stop(dispatcher: Dispatcher): Promise<void> {
    this.dispatchers.delete(dispatcher);
    await dispatcher.close();
  }

  /** Clears the received messages, but no stored data. */
  clear(): void {
    this.hints.length = 0;
    this.completed.length = 0;
    this.excluded.clear();
    this.suppressed.clear();
    this.skipped.clear();
    this.knowsTopics = true;
    this.recent.clear();
    this.moved.length = 0;
    this.movedRequests.length = 0;
    this.selections.length = 0;
    this.inServiceWindow.clear();
  }

  async close(): Promise<void> {
    clearInterval(this.heartbeats);
    for (const dispatcher of [...this.dispatchers]) await this.stop(dispatcher);
    await this.others.close();
    await Promise.all([this.broker.remove(), this.database.drop()]);
  }

  /** Returns a collection of the dispatchers. */
  stored<T extends Document>(collection: string): Collection<T> {
    return this.database.db.client.db(`${this.database.name}_dispatcher`).collection<T>(collection);
  }

  /** Publishes a campaign to new groups of these people. Returns its ID. */
  async publish(audience: AudienceMember[][], more: OrderChanges = {}): Promise<string> {
    const order = this.order(audience, more);
    this.groupsOf.set(order.campaignId, order.groups);
    await this.others.messenger.publish(orderName(order), order);
    return order.campaignId;
  }

  /** The placeholders whose values were last requested for a campaign. */
  keysRequestedFor(campaignId: string): string[] | undefined {
    return this.groupsOf.get(campaignId)?.flatMap((groupId) => this.requestedKeys.get(groupId) ?? []);
  }

  order(audience: AudienceMember[][], { content, ...more }: OrderChanges = {}): Order {
    const written = contentOf({ bodies: { EMAIL: '<p>Hello</p>' }, ...content });
    const groups = audience.map((people) => {
      const id = newId();
      this.groups.set(
        id,
        [...people].sort((a, b) => (a.subscriberId < b.subscriberId ? -1 : 1)),
      );
      return id;
    });
    return {
      campaignId: newId(),
      rev: 2,
      run: 1,
      userId: this.userId,
      plan: 'FREE',
      content: sentContent({ name: 'Spring news', content: written }),
      ...(textsIn(written).bodies.EMAIL !== null && asCompiled({ email: compileSource(sourceOf(written)) })),
      groups,
      publishedAt: new Date().toISOString(),
      ...more,
    };
  }

  /**
   * Waits for the call that halts a planner. Extends the planner's claim, which would otherwise end on a busy machine.
   */
  async haltedIn(call: { mock: { calls: unknown[] } }): Promise<void> {
    await until('the halt', () => call.mock.calls.length > 0);
    const held = { 'planner.holder': { $ne: null } };
    const inAnHour = new Date(Date.now() + 60 * 60_000);
    await this.stored('dispatches').updateMany(held, { $set: { 'planner.until': inAnHour } });
  }

  /** Ends the claims and postponements of campaigns. */
  async endClaims(): Promise<void> {
    const claimed = { planner: { $ne: null } };
    await this.stored('dispatches').updateMany(claimed, { $set: { 'planner.until': new Date(0) } });
    // The count of joins prevents a planner that has just searched from postponing the user again.
    await this.stored('planningLine').updateMany(
      {},
      { $set: { restsUntil: new Date(0) }, $inc: { joined: 1 } },
    );
  }

  /** Expires the leases of a campaign. */
  async endLeases(campaignId: string): Promise<void> {
    const leased = { campaign: new ObjectId(campaignId), state: 'LEASED' };
    const ended = { 'lease.until': '$$NOW', rev: { $add: ['$rev', 1] } };
    await this.stored('batches').updateMany(leased, [{ $set: ended }]);
  }

  /** Ends the time in which failures of a campaign lead to other channels. */
  async endFallbacks(campaignId: string): Promise<void> {
    const mayFallBack = { campaign: new ObjectId(campaignId), fallbackUntil: { $exists: true } };
    await this.stored('batches').updateMany(mayFallBack, [
      { $set: { fallbackUntil: '$$NOW', rev: { $add: ['$rev', 1] } } },
    ]);
  }

  /** Publishes an event about a campaign. `rev` orders the events. */
  async publishEvent(
    event: 'paused' | 'resumed' | 'cancelled' | 'deleted',
    campaignId: string,
    rev: number,
  ): Promise<void> {
    await this.others.messenger.publish(`campaign.${event}`, { campaignId, rev, userId: this.userId });
  }

  async delete(campaignId: string): Promise<void> {
    await this.publishEvent('deleted', campaignId, 99);
  }

  isComplete(campaignId: string): boolean {
    return this.completed.some((event) => event.campaignId === campaignId);
  }

  /** A campaign's dispatch, if it matches, with the majority read that dispatchers use. */
  dispatch(campaignId: string, like: Filter<Document> = {}): Promise<Document | null> {
    const wanted = { ...like, _id: new ObjectId(campaignId) };
    return this.stored('dispatches').findOne(wanted, { readConcern: 'majority' });
  }

  /** Waits until a campaign's dispatch matches. */
  async dispatchIs(campaignId: string, like: Filter<Document>): Promise<void> {
    await until(`a dispatch like ${JSON.stringify(like)}`, () => this.dispatch(campaignId, like));
  }

  /** Resolves as soon as the dispatchers know the campaign. */
  report(campaignId: string): Promise<NonNullable<Reply<'dispatch.report'>['report']>> {
    const { userId } = this;
    return until('a report', async () => {
      const { report } = await this.others.messenger.request('dispatch.report', { userId, campaignId });
      return report;
    });
  }

  deliveries(
    campaignId: string,
    more: Partial<Payload<'dispatch.deliveries'>> = {},
  ): Promise<Reply<'dispatch.deliveries'>> {
    const all = { state: null, channel: null, reason: null, address: null, after: null, limit: 1000 };
    const query = { userId: this.userId, campaignId, ...all, ...more };
    return this.others.messenger.request('dispatch.deliveries', query);
  }

  private async play(): Promise<void> {
    this.heartbeats = setInterval(() => void this.sendHeartbeats().catch(() => undefined), PRESENCE_MS);
    await this.others.answer({
      'account.sending-profile': ({ userId }) => {
        if (this.deleted.has(userId)) throw new AppError('user_not_found');
        const profile = this.profiles.get(userId) ?? this.profile;
        return this.suspended.has(userId) ? { ...profile, status: 'SUSPENDED' } : profile;
      },
      'price-list.get': ({ id }) => {
        if (this.priceList === 'unavailable') throw new AppError('service_unavailable');
        return { priceList: this.priceList?.id === id ? this.priceList : null };
      },
      'audience.page': (query) => this.page(query),
      'audience.moved': (query) => this.pageOfMoved(query),
      'audience.select': (query) => this.selected(query),
      'audience.excluded': ({ recipients }) => ({
        ...(recipients.length === 0 && this.isUnchanged && { unchanged: true }),
        excluded: recipients.flatMap(({ address }, index) => {
          const reason = this.suppressed.has(address) ? 'SUPPRESSED' : 'UNSUBSCRIBED';
          return reason === 'SUPPRESSED' || this.excluded.has(address) ? [{ index, reason } as const] : [];
        }),
        ...(this.knowsTopics && {
          skipped: recipients.flatMap(({ address }, index) => {
            const reason = this.skipped.get(address);
            return reason && !this.excluded.has(address) ? [{ index, reason }] : [];
          }),
        }),
        inServiceWindow: recipients.flatMap(({ address }, index) =>
          this.inServiceWindow.has(address) ? [index] : [],
        ),
      }),
    });
    const addHint = (hint: BatchReleased): void => void this.hints.push(hint);
    await this.others.hear('deliveries.email', { 'email.batch-released': addHint });
    await this.others.hear('deliveries.sms', { 'sms.batch-released': addHint });
    await this.others.hear('campaign.events', {
      'campaign.completed': (event) => this.completed.push(event),
      'campaign.bounced-often': (event) => this.bouncedOften.push(event),
      'campaign.returned-too-often': (event) => this.returnedTooOften.push(event),
    });
  }

  private get isUnchanged(): boolean {
    return this.excluded.size === 0 && this.suppressed.size === 0 && this.skipped.size === 0;
  }

  private pageOfMoved(query: Payload<'audience.moved'>): Reply<'audience.moved'> {
    this.movedRequests.push(query);
    const to = Number(query.after ?? 0) + MOVED;
    return { items: this.moved.slice(to - MOVED, to), next: to < this.moved.length ? String(to) : null };
  }

  /** The members of a group, or of a segment with the ID of a group. */
  private selected(query: Payload<'audience.select'>): Reply<'audience.select'> {
    this.selections.push(query);
    const { source, keys, after, limit, userId } = query;
    if ('movedTo' in source)
      return this.pageOfMoved({ userId, keys, after, limit, groupIds: source.movedTo, since: source.since });
    if ('failed' in source) return { items: this.fallbacksOf(query), next: null };
    if ('mergedInto' in source) return { items: this.merged, next: null };
    const groupId = 'groupId' in source ? source.groupId : source.segment.id;
    const { items, next } = this.page({ userId, groupId, keys, after, limit });
    return { items, next };
  }

  /** The next channel of people whose message failed. */
  private fallbacksOf({ source, first }: Payload<'audience.select'>): AudienceMember[] {
    const failed = 'failed' in source ? source.failed : [];
    return failed.flatMap(({ personNumber }) => {
      const members = this.furtherChannels.get(personNumber) ?? [];
      const next = first?.order.flatMap((channel) => members.find((each) => each.channel === channel) ?? []);
      const personNumbers = this.mergedNumbers.get(personNumber) ?? [personNumber];
      return next?.[0] ? { ...next[0], personNumbers } : [];
    });
  }

  private page({ groupId, after, limit, keys, since }: Payload<'audience.page'>): Reply<'audience.page'> {
    this.requestedKeys.set(groupId, keys);
    const all = this.groups.get(groupId) ?? [];
    const from = after === null ? 0 : all.findIndex(({ subscriberId }) => subscriberId > after);
    const items = from < 0 ? [] : all.slice(from, from + limit);
    const more = items.length > 0 && items.at(-1) !== all.at(-1);
    const next = more ? (items.at(-1)?.subscriberId ?? null) : null;
    const isRecent = (address: string): boolean => since !== undefined && this.recent.has(address);
    const recent = items.flatMap(({ address }, index) => (isRecent(address) ? [index] : []));
    return { items, next, recent };
  }
}

function sourceOf(content: CampaignContent): ContentSource {
  const { bodies, preheader } = textsIn(content);
  if (engineOf(content) === 'liquid') return { html: bodies.EMAIL, preheader, texts: [] };
  return { html: bodies.EMAIL ?? '', preheader };
}
