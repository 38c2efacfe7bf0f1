import type { Timestamp } from 'mongodb';
import type { Fixture } from '../../../apps/dispatcher/test/fixture';
import { check } from '../../checker/check';
import type { Expectation } from '../../checker/expectation';
import type { Evidence, Person } from '../../evidence/evidence';
import { findDoubts } from '../../evidence/find-doubts';
import { findLeftovers } from '../../evidence/find-leftovers';
import { readHistory } from '../../evidence/history';
import { entriesOf, readBatches, readRecipientPages } from '../../evidence/read-ledger';
import type { Recorded } from '../../recorder/record';

interface RunContext {
  campaign: string;
  members: readonly Person[];
  recorded: readonly Recorded[];
  /** A moment before the campaign was ordered. */
  since: Timestamp;
}

/** What a campaign leaves behind in a dispatcher that has neither a campaign service nor a gateway beside it. */
export class Trace {
  constructor(
    private readonly fixture: Fixture,
    private readonly context: RunContext,
  ) {}

  get campaign(): string {
    return this.context.campaign;
  }

  /** What the checker says. */
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
      recorded: recorded.filter((record) => record.campaign === campaign),
      ...(await this.told()),
      queues: [],
      // Leases of other campaigns of the test expire, too.
      leftovers: leftovers.filter((text) => !text.includes('drainMarker')),
    };
  }

  /** What it says by itself; the campaign service would believe it. */
  private async told(): Promise<Pick<Evidence, 'report' | 'deliveries' | 'statuses'>> {
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
