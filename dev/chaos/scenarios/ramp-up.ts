import type { Db } from 'mongodb';
import { ObjectId } from 'mongodb';
import { until } from '../../driver/api';
import { everybody } from '../checker/expectation';
import { type Fixture, must } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { byMail } from '../driver/sender';
import type { Person } from '../evidence/evidence';
import type { Recorded } from '../recorder/record';
import type { Scenario } from '../run/play';
import { killAll, pass } from './during';

/** Slow enough for kills before the emails of a day are used up (milliseconds). */
const LATENCY_MS = 150;
/** How long the emails of a day may take, with leases that expire (seconds). */
const DAY_S = 120;
const LOOK_EVERY_MS = 500;
/** How long dispatchers may use the previous limits (milliseconds). */
const STALE_MS = 3_000;
/** One of so many recipients is at Gmail. */
const ONE_IN = 3;
const GMAIL = '@gmail.com';
const bothServices = ['dispatcher', 'email-worker'] as const;

/** The emails of a day, in all and to recipients at Gmail. */
interface Limits {
  all: number;
  gmail: number;
}

export const rampUp: readonly Scenario[] = [
  {
    name: 'the dispatchers and email-workers are killed while a sender uses up the emails of a day',
    short: true,
    play: useUpDay,
  },
  {
    name: 'the dispatchers and email-workers are killed on several days with limits that change',
    play: useUpDays,
  },
];

async function useUpDay(fixture: Fixture): Promise<void> {
  const limits = fewIn(fixture);
  const mailing = await publish(limits, fixture);
  await usesUp(limits, [bothServices], 0, mailing, fixture);
  await endsWithoutLimits(mailing, fixture);
}

/** The limits are raised on the second day. On the third day, there are none. */
async function useUpDays(fixture: Fixture): Promise<void> {
  const few = fewIn(fixture);
  const more = { all: fixture.size, gmail: 2 * few.gmail };
  const mailing = await publish(few, fixture);
  await usesUp(few, [['dispatcher'], ['email-worker']], 0, mailing, fixture);

  const secondDay = mailing.recorded.length;
  await beginNextDay(mailing, fixture);
  await usesUp(few, [['email-worker'], ['dispatcher']], secondDay, mailing, fixture);
  await limitTo(more, fixture);
  await usesUp(more, [bothServices], secondDay, mailing, fixture);
  await endsWithoutLimits(mailing, fixture);
}

function fewIn({ size }: Fixture): Limits {
  return { all: Math.floor(size / 5), gmail: Math.floor(size / 25) };
}

async function publish(limits: Limits, fixture: Fixture): Promise<Mailing> {
  fixture.sender.mail.latencyMs = LATENCY_MS;
  await limitTo(limits, fixture);
  return fixture.mailTo(withGmail(fixture.size));
}

/** The rest of the recipients get the message on the next day. */
async function endsWithoutLimits(mailing: Mailing, fixture: Fixture): Promise<void> {
  await must(fixture, 200, 'PATCH', `/senders/${fixture.sender.mailSender}`, { rampUp: null });
  await pass(STALE_MS);
  await beginNextDay(mailing, fixture);
  await mailing.ends();
  await mailing.examine(everybody);
}

function withGmail(size: number): Person[] {
  return byMail(size).map(({ channel, address }, n) => ({
    channel,
    address: n % ONE_IN === 0 ? address.replace(/@.*/, GMAIL) : address,
  }));
}

async function limitTo({ all, gmail }: Limits, fixture: Fixture): Promise<void> {
  const perDay = (limit: number) => ({ startPerDay: limit, targetPerDay: limit });
  await must(fixture, 200, 'PATCH', `/senders/${fixture.sender.mailSender}`, {
    rampUp: { ...perDay(all), domainGroups: { GMAIL: perDay(gmail) }, maxBounceRate: 1, maxComplaintRate: 1 },
  });
}

/** Kills services, one group after the other, while the emails of a day are sent. Checks the limits in the end. */
async function usesUp(
  limits: Limits,
  kills: readonly (readonly string[])[],
  since: number,
  mailing: Mailing,
  fixture: Fixture,
): Promise<void> {
  const { length } = mailing.recorded;
  await mailing.reaches(length + (since + limits.all - length) / 4);
  for (const services of kills) await Promise.all(services.map((service) => killAll(fixture, service)));
  await until('the end of the day’s emails', DAY_S, async () => {
    const isAtRest = async () => rests(limits, mailing, fixture);
    if (!(await isAtRest())) return false;
    await pass(LOOK_EVERY_MS);
    return isAtRest();
  });
  const sent = mailing.recorded.slice(since);
  mailing.judge([
    ...exceeded('emails of a day', sent, limits.all),
    ...exceeded(
      'emails to Gmail',
      sent.filter(({ address }) => address.endsWith(GMAIL)),
      limits.gmail,
    ),
  ]);
}

function exceeded(what: string, { length }: readonly Recorded[], limit: number): string[] {
  if (length === 0) throw new Error(`No ${what} were sent`);
  return length > limit ? [`${length} ${what} were sent, at most ${limit} are allowed`] : [];
}

/** Whether nothing is being sent, and nothing can be sent before the next day. */
async function rests({ all }: Limits, { campaign }: Mailing, fixture: Fixture): Promise<boolean> {
  const dispatcher = databaseOf(fixture);
  const ofCampaign = { campaign: new ObjectId(campaign) };
  const batches = dispatcher.collection('batches');
  if (await batches.findOne({ ...ofCampaign, state: { $in: ['RELEASED', 'LEASED'] } })) return false;
  const day = await recordsIn(dispatcher).findOne({ _id: fixture.sender.mailSender });
  if ((day?.sent ?? 0) >= all) return true;
  return (await batches.findOne({ ...ofCampaign, state: 'READY', due: { $lte: new Date() } })) === null;
}

/** Changes what the dispatcher has stored as if the day were over. */
async function beginNextDay({ campaign }: Mailing, fixture: Fixture): Promise<void> {
  const dispatcher = databaseOf(fixture);
  const batches = dispatcher.collection('batches');
  const ofCampaign = { campaign: new ObjectId(campaign) };
  const now = new Date();
  await batches.updateMany(
    ofCampaign,
    { $set: { 'exceptions.$[waiting].notBefore': now }, $inc: { rev: 1 } },
    { arrayFilters: [{ 'waiting.reason': 'RAMP_UP_LIMIT', 'waiting.notBefore': { $gt: now } }] },
  );
  await batches.updateMany({ ...ofCampaign, state: 'READY' }, { $set: { due: now }, $inc: { rev: 1 } });
  const before = { $set: { date: '2000-01-01' }, $inc: { rev: 1 } };
  await recordsIn(dispatcher).updateOne({ _id: fixture.sender.mailSender }, before);
}

function databaseOf({ rig }: Fixture): Db {
  return rig.parts.database.db('carillon_dispatcher');
}

function recordsIn(dispatcher: Db) {
  return dispatcher.collection<{ _id: string; sent: number }>('rampUps');
}
