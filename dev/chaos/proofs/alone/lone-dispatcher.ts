import { setTimeout as pause } from 'node:timers/promises';
import { type Lease } from '@carillon/contracts';
import type { Timestamp } from 'mongodb';
import { Fixture, members } from '../../../../apps/dispatcher/test/fixture';
import { Worker } from '../../../../apps/dispatcher/test/workers';
import { check } from '../../checker/check';
import type { Expectation } from '../../checker/expectation';
import type { Evidence, Person } from '../../evidence/evidence';
import {
  entriesOf,
  describeHistory,
  findDoubts,
  findLeftovers,
  present,
  readBatches,
  readHistory,
  readRecipientPages,
} from '../../evidence/ledger';
import type { Recorded } from '../../recorder/record';

const LOOK_EVERY_MS = 20;

/** A dispatcher in the test process, with a worker and a provider that the experiment controls. */
export class LoneDispatcher {
  readonly worker: Worker;
  private readonly recorded: Recorded[] = [];

  private constructor(readonly fixture: Fixture) {
    this.worker = new Worker(fixture);
  }

  static async start(): Promise<LoneDispatcher> {
    const fixture = await Fixture.open();
    const route = { senderId: 'default', ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { EMAIL: route, WHATSAPP: null, SMS: route } };
    await fixture.start({ BATCH_LEASE_MS: '2500', LEASE_GRACE_MS: '300' });
    return new LoneDispatcher(fixture);
  }

  async publish(channel: 'EMAIL' | 'SMS', count: number): Promise<Trace> {
    const { fixture, recorded } = this;
    const since = await present(fixture.database.db.client);
    const people = members(count, channel === 'EMAIL' ? 'p' : '3', channel);
    const campaign = await fixture.publish([people], {
      content: { bodies: { [channel]: 'Hello' } },
    });
    const persons: Person[] = people.map(({ address }) => ({ channel, address }));
    return new Trace(fixture, { campaign, members: persons, recorded, since });
  }

  /** Records that the provider accepted the messages of a lease. */
  send({ campaignId, channel, recipients }: Lease): void {
    for (const { address } of recipients) {
      const messageId = `<${address}>`;
      this.recorded.push({ campaign: campaignId, channel, address, by: channel, messageId, at: Date.now() });
    }
  }

  /** Leases and sends the batches of a campaign until the campaign is complete, for at most `waitMs`. */
  async finish(campaign: string, waitMs: number): Promise<void> {
    const { fixture, worker } = this;
    const deadline = Date.now() + waitMs;
    while (!fixture.isComplete(campaign) && Date.now() < deadline) {
      const hint = worker.pollHint(campaign);
      const lease = hint && (await worker.take(hint));
      if (lease) {
        this.send(lease);
        await worker.settle(lease);
      } else await pause(LOOK_EVERY_MS);
    }
  }
}

interface RunContext {
  campaign: string;
  members: readonly Person[];
  recorded: readonly Recorded[];
  /** A time before the campaign was ordered. */
  since: Timestamp;
}

/** A campaign in a dispatcher that runs without a campaign service and a gateway. */
export class Trace {
  constructor(
    private readonly fixture: Fixture,
    private readonly context: RunContext,
  ) {}

  get campaign(): string {
    return this.context.campaign;
  }

  /** Returns the violations that the checker finds. */
  async examine(expected: Expectation): Promise<string[]> {
    return check(await this.gather(), expected);
  }

  private async gather(): Promise<Evidence> {
    const { campaign, members, recorded, since } = this.context;
    const { database } = this.fixture;
    const dispatcher = database.of('dispatcher');
    const addressOf = await readRecipientPages(dispatcher, campaign);
    const batches = await readBatches(dispatcher, campaign);
    const { versions } = await readHistory(database.db.client, since, campaign, database.name);
    const leftovers = await findLeftovers(dispatcher, campaign, batches);
    return {
      campaign,
      members,
      ledger: entriesOf(batches, addressOf),
      doubts: findDoubts(versions, addressOf),
      historyOf: (batch) => describeHistory(versions, batch),
      // The test acts as the workers and lets them crash.
      lived: () => false,
      recorded: recorded.filter((record) => record.campaign === campaign),
      ...(await this.reported()),
      queues: [],
      // The marker may belong to another campaign of the test.
      leftovers: leftovers.filter((text) => !text.includes('drain marker')),
    };
  }

  /** The dispatcher's own report, which replaces the API's report. */
  private async reported(): Promise<Pick<Evidence, 'report' | 'deliveries' | 'statuses'>> {
    const { fixture, campaign } = this;
    const { planning, total, states, reasons } = await fixture.report(campaign);
    const { items } = await fixture.deliveries(campaign);
    const statuses = fixture.isComplete(campaign) ? ['SENDING', 'SENT'] : ['SENDING'];
    const { planned, done: planningDone } = planning;
    return {
      report: { status: statuses.at(-1) ?? '', total, planned, planningDone, states, reasons },
      deliveries: items.map(({ channel, address, state, reason }) => ({ channel, address, state, reason })),
      statuses,
    };
  }
}
