import { ObjectId } from 'mongodb';
import { data, until } from '../../driver/api';
import { checkBehavior } from '../checker/check-behavior';
import { everybody } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { byMail, bySms } from '../driver/sender';
import { readFedSets } from '../evidence/behavior';
import { Calls } from '../recorder/provider-recorder';
import type { Scenario } from '../run/play';

/** The providers' response time, which makes sending last long enough for the faults (milliseconds). */
const UNHURRIED_MS = 20;
/** The longest time until a callback (milliseconds). */
const LATEST_MS = 1_500;
/** The number of times that both ends of the feed are killed while the campaign is sent, and again afterward. */
const KILLS = 4;
/** The time limit for the feed to make progress or to end, on a busy machine (seconds). */
const FED_S = 180;
const LONG_AGO = new Date(0);

/**
 * A campaign whose results are fed into the sets of segments about behavior, while the dispatchers, which list and read the
 * results, and the subscriber services, which store them, are killed again and again. The sets contain what the ledger
 * proves.
 */
async function feedResults(fixture: Fixture): Promise<void> {
  const { sender, size, rig } = fixture;
  const { messenger, provider } = rig.parts;
  sender.mail.latencyMs = UNHURRIED_MS;
  const calls = new Calls(messenger, sender.smsSender, LATEST_MS);
  provider.taken = calls.about;
  const [emails, phones] = [byMail(Math.ceil(size / 2)), bySms(Math.ceil(size / 2))];
  const group = await sender.group([...emails, ...phones]);
  // The first question about behavior begins the feed.
  const conditions = { did: 'SENT', inLastDays: 30, atLeast: 1 };
  await data('POST', '/segments/preview', { conditions }, sender.user.key);
  const feed = new Feed(fixture);

  const mailing = await fixture.publish([group], [...emails, ...phones]);
  for (let kills = 0; kills < KILLS; kills++) {
    await mailing.reaches(Math.floor((kills * size) / KILLS));
    await feed.proceeds(mailing);
    await killBothEnds(fixture);
    await feed.isFree();
  }
  await mailing.ends();
  await calls.over();
  await feed.rewind();
  for (let kills = 0; kills < KILLS; kills++) {
    await feed.isFree();
    await killBothEnds(fixture);
  }
  const { ledger } = await mailing.examine({
    ...everybody,
    mayEnd: ({ channel }) => (channel === 'SMS' ? ['READ'] : ['SENT']),
  });
  await feed.ends();
  const sets = await readFedSets(
    rig.parts.database.db('carillon_subscriber'),
    sender.user.id,
    mailing.campaign,
  );
  mailing.judge(checkBehavior(ledger, sets));
}

async function killBothEnds({ fleet }: Fixture): Promise<void> {
  const copies = [...fleet.of('dispatcher'), ...fleet.of('subscriber')];
  for (const copy of copies) copy.signal('SIGKILL');
  await Promise.all(copies.map((copy) => copy.ready()));
}

/** The feed of the scenario's user, in the database of the subscriber service. */
class Feed {
  private readonly feeds;
  private readonly sets;
  private readonly id: ObjectId;

  constructor({ rig, sender }: Fixture) {
    const subscriber = rig.parts.database.db('carillon_subscriber');
    this.feeds = subscriber.collection<{ _id: ObjectId; caughtUpTo: Date | null }>('behaviorFeeds');
    this.sets = subscriber.collection<{ rev: number }>('behaviorSets');
    this.id = new ObjectId(sender.user.id);
  }

  /** Resolves when something more of the campaign is stored, or when everything so far is. */
  async proceeds({ campaign }: Mailing): Promise<void> {
    const since = new Date();
    const before = await this.changes(campaign);
    await this.hurry();
    await until(
      'progress of the feed',
      FED_S,
      async () => {
        if ((await this.changes(campaign)) > before) return true;
        return this.isCaughtUp(since);
      },
      5,
    );
  }

  /** Ends the lease of a killed process, so that another one goes on at once. */
  async isFree(): Promise<void> {
    await this.feeds.updateOne({ _id: this.id }, { $set: { leaseUntil: LONG_AGO, dueAt: LONG_AGO } });
  }

  /** Lets the feed begin again, so that it adds everything a second time. */
  async rewind(): Promise<void> {
    const start = { states: '0.0', marks: '0.0', walkedTo: null, isWalked: false };
    await this.feeds.updateOne({ _id: this.id }, { $set: start, $inc: { fence: 1 } });
  }

  /** Resolves when everything that is stored now is known. */
  async ends(): Promise<void> {
    const since = new Date();
    await this.isFree();
    await until('the end of the feed', FED_S, async () => {
      if (await this.isCaughtUp(since)) return true;
      await this.hurry();
      return false;
    });
  }

  private hurry() {
    return this.feeds.updateOne({ _id: this.id }, { $set: { dueAt: LONG_AGO } });
  }

  private async isCaughtUp(since: Date): Promise<boolean> {
    const feed = await this.feeds.findOne({ _id: this.id });
    return feed?.caughtUpTo != null && feed.caughtUpTo > since;
  }

  private async changes(campaign: string): Promise<number> {
    const stored = await this.sets.find({ campaign: new ObjectId(campaign) } as never).toArray();
    return stored.reduce((sum, { rev }) => sum + rev, 0);
  }
}

export const behavior: readonly Scenario[] = [
  {
    name: 'kill dispatchers and subscriber services while results are fed to segments',
    short: true,
    play: feedResults,
  },
];
