import { Injectable } from '@nestjs/common';
import type { AudienceMember, Channel } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Database, DatabaseClock, isDuplicateKey } from '@carillon/mongo';
import { Metrics, QUIET_PAUSE_MS, type RoundEnd } from '@carillon/platform';
import {
  type Brief,
  Completions,
  ContentStore,
  DispatchPlanning,
  Dispatches,
  type Plannable,
  firstOf,
} from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import {
  type Batch,
  type Fallback,
  BatchQueue,
  Batches,
  DeliveryKeys,
  RecipientPages,
  positionsToFallBack,
} from '../ledger';
import { countriesFor } from './choose-senders';
import { batchesOf, claimsOf, keyOf, keysOf, layOut } from './page-layout';

/** The number of batches that are read for a step, and the number of their people that fit in its page. */
const BATCHES = 20;
const PEOPLE = 200;

/** A failed delivery whose person may have another channel. `person` null: the person is unknown or erased. */
interface FailedDelivery {
  batch: Batch;
  position: number;
  address: string;
  person: number | null;
}

/** Aborts a transaction, because a delivery or the dispatch changed. The next round repeats the step. */
class Overtaken extends Error {}

/**
 * Plans deliveries on the next channel for people whose message failed permanently. One transaction stores the new
 * deliveries and records them at the failed ones. So each failed delivery leads to one delivery at most, and a message
 * that was sent in the meantime leads to none.
 */
@Injectable()
export class PlanFallbacks extends LeaderTask {
  readonly name = 'falling back to the next channel';
  readonly everyMs = 500;
  override readonly idleMs = 1_000;
  override readonly quietMs = QUIET_PAUSE_MS;
  private readonly looked;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly planning: DispatchPlanning,
    private readonly completions: Completions,
    private readonly content: ContentStore,
    private readonly messenger: Messenger,
    private readonly queue: BatchQueue,
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly deliveryKeys: DeliveryKeys,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    metrics: Metrics,
  ) {
    super();
    this.looked = metrics.counter(
      'carillon_fallbacks_total',
      'Failed deliveries whose next channel was looked up: planned there, or none reaches the person',
      ['channel', 'result'],
    );
  }

  /** A campaign that fails doesn't delay the others. */
  async run(leadership: Leadership): Promise<RoundEnd> {
    const campaigns = await this.queue.campaignsToFallBack();
    if (campaigns.length === 0) return 'idle';
    let more = false;
    const failures: unknown[] = [];
    for (const campaign of campaigns) {
      if (leadership.isOver()) return false;
      const isOpen = await this.step(campaign).catch((error: unknown) => {
        failures.push(error);
        return false;
      });
      more ||= isOpen;
    }
    if (failures.length > 0) throw failures[0];
    return more;
  }

  /** Returns whether the campaign may have more failed deliveries to handle now. */
  private async step(campaign: string): Promise<boolean> {
    const [dispatch, brief] = await Promise.all([
      this.dispatches.find(campaign),
      this.content.brief(campaign),
    ]);
    if (!dispatch || !brief || dispatch.state === 'PAUSED') return false;
    const batches = await this.batches.all(await this.queue.toFallBack(campaign, BATCHES));
    const [first] = batches;
    if (!first) return false;
    const alike = batches.filter(({ channel }) => channel === first.channel);
    const { state, routes } = dispatch;
    // A stopped campaign sends nothing, and its ledger says so.
    if (state !== 'OPEN' || !routes) return this.end(alike);
    const failed = (await Promise.all(alike.map((batch) => this.failedOf(batch)))).flat().slice(0, PEOPLE);
    await this.plan({ ...dispatch, routes }, brief, first.channel, failed);
    this.completions.check(campaign);
    return true;
  }

  private async end(batches: readonly Batch[]): Promise<boolean> {
    for (const { id } of batches)
      await this.batches.change(id, (batch) => ({
        type: 'fell-back',
        fallbacks: positionsToFallBack(batch).map((i) => ({ i, to: 'NONE' as const })),
      }));
    return true;
  }

  private async failedOf(batch: Batch): Promise<FailedDelivery[]> {
    const recipients = await this.recipientPages.slice(batch.recipientPage, batch.offset, batch.size);
    return positionsToFallBack(batch).map((position) => {
      const recipient = recipients[position];
      return { batch, position, address: recipient?.a ?? '', person: recipient?.n ?? null };
    });
  }

  private async plan(
    dispatch: Plannable,
    brief: Brief,
    failedOn: Channel,
    failed: readonly FailedDelivery[],
  ): Promise<void> {
    const readAt = await this.clock.now();
    const members = await this.nextMembers(dispatch, brief, failedOn, failed);
    const countryOf = await countriesFor(dispatch);
    const page = layOut(dispatch, { items: members, readAt }, dispatch.cursor, countryOf);
    const untils = failed.flatMap(({ batch }) => batch.fallbackUntil?.getTime() ?? []);
    const batches = batchesOf(dispatch, brief, page, new Date(Math.max(...untils)));
    const claims = batches.flatMap((batch) => claimsOf(batch, page));
    const placeOf = new Map(
      batches.flatMap(({ seq, offset, size }) =>
        page.recipients
          .slice(offset, offset + size)
          .map(({ n }, position): [number | undefined, Fallback] => [n, { seq, position }]),
      ),
    );
    const { campaign } = dispatch;
    try {
      await this.database.transaction(async (session) => {
        if (members.length > 0) {
          await this.recipientPages.insert(page, session);
          // The key of the person belongs to the first delivery.
          const addresses = claims.filter(({ channel }) => channel !== 'PERSON');
          await this.deliveryKeys.insert(campaign, addresses, session);
          await this.batches.insert(batches, session);
          if (!(await this.planning.addStep(dispatch, { session, readAt }))) throw new Overtaken();
        }
        for (const [batch, ofBatch] of Map.groupBy(failed, (each) => each.batch)) {
          const fallbacks = ofBatch.map(({ position, person }) => ({
            i: position,
            to: (person === null ? undefined : placeOf.get(person)) ?? ('NONE' as const),
          }));
          if (!(await this.batches.changeIn(session, batch, { type: 'fell-back', fallbacks })))
            throw new Overtaken();
        }
      });
      this.count(failedOn, failed.length, members.length);
    } catch (error) {
      // An address got a key, or a planner stored the step, after they were read. The next round repeats this.
      if (!(error instanceof Overtaken) && !isDuplicateKey(error)) throw error;
    }
  }

  private count(channel: Channel, failed: number, planned: number): void {
    this.looked.inc({ channel, result: 'planned' }, planned);
    this.looked.inc({ channel, result: 'none' }, failed - planned);
  }

  /** The members on the next channel that reaches these people now, except those who got a delivery in the meantime. */
  private async nextMembers(
    dispatch: Plannable,
    brief: Brief,
    failedOn: Channel,
    failed: readonly FailedDelivery[],
  ): Promise<AudienceMember[]> {
    const { campaign, user: userId, audience, publishedAt } = dispatch;
    const first = firstOf(dispatch, brief);
    const people = failed.flatMap(({ person, address }) =>
      person === null ? [] : { personNumber: person, address },
    );
    const order = first?.order.slice(first.order.indexOf(failedOn) + 1) ?? [];
    if (!first || !audience || order.length === 0 || people.length === 0) return [];
    const { items } = await this.messenger.request('audience.select', {
      userId,
      source: { failed: people },
      // The audience is frozen. Only opt-outs and suppressions count since.
      audience: { ...audience, segments: [], excludeGroups: [], excludeSegments: [] },
      first: { ...first, order },
      asOf: publishedAt.toISOString(),
      keys: brief.keys,
      after: null,
      limit: people.length,
    });
    const reached = items.filter(
      ({ channel, suppressed, excluded }) => !suppressed && !excluded && order.includes(channel),
    );
    const asked = new Set(people.map(({ personNumber }) => personNumber));
    const candidates = reached.flatMap((member) => {
      const { personNumbers = [] } = member;
      // A person who was merged with others has several numbers, which may have deliveries of their own.
      const number = personNumbers.find((each) => asked.delete(each));
      const others = personNumbers.filter((each) => each !== number);
      const keys = keysOf({ ...member, personNumbers: others });
      return number === undefined ? [] : [{ member: { ...member, personNumbers: [number] }, keys }];
    });
    const keys = candidates.flatMap((each) => each.keys);
    const claimed = new Set((await this.deliveryKeys.claimed(campaign, keys)).map(keyOf));
    return candidates
      .filter((each) => !each.keys.some((key) => claimed.has(keyOf(key))))
      .map(({ member }) => member);
  }
}
