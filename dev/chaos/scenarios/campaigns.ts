import { ObjectId } from 'mongodb';
import { until } from '../../driver/api';
import { cancelled, deleted, everybodyForSure } from '../checker/expectation';
import { type Fixture, must } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { byMail, bySms } from '../driver/sender';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/play';

const UNHURRIED_MS = 20;
/**
 * The duration of the campaign by email alone (seconds), which lets a busy machine pause or cancel the campaign before
 * its end.
 */
const UNFINISHED_S = 10;

async function begin(fixture: Fixture): Promise<Mailing> {
  fixture.sender.mail.latencyMs = UNHURRIED_MS;
  return fixture.mailTo(byMail(fixture.size));
}

const cancel = (fixture: Fixture, { campaign }: Mailing): Promise<void> =>
  must(fixture, 200, 'POST', `/campaigns/${campaign}/cancel`);

const remove = (fixture: Fixture, { campaign }: Mailing): Promise<void> =>
  must(fixture, 200, 'DELETE', '/campaigns', { campaignIds: [campaign] });

/** Resolves when the ledger of the campaign is deleted. */
async function isGone({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const batches = rig.parts.database.db('carillon_dispatcher').collection<{ _id: string }>('batches');
  await until('the end of the ledger', 60, async () => {
    const left = await batches.findOne({ _id: { $gte: `${campaign}-`, $lt: `${campaign}.` } });
    return left === null;
  });
}

/** The dispatchers receive the order and the cancellation together. Messages sent between the two count as sent. */
async function cancelBeforeOrder(fixture: Fixture): Promise<void> {
  const dispatchers = fixture.fleet.of('dispatcher');
  for (const copy of dispatchers) copy.signal('SIGSTOP');
  const mailing = await begin(fixture);
  await cancel(fixture, mailing);
  for (const copy of dispatchers) copy.signal('SIGCONT');
  await mailing.ends('CANCELLED');
  await mailing.examine(cancelled);
}

async function firstPage({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const recipientPages = rig.parts.database
    .db('carillon_dispatcher')
    .collection<{ _id: string }>('recipientPages');
  await until('the first page', 60, () => recipientPages.findOne({ _id: `${campaign}-0` }), 2);
}

/** Members who leave during planning are skipped or not planned. All other members receive the message. */
async function membersLeave(fixture: Fixture): Promise<void> {
  const { sender, rig } = fixture;
  sender.mail.latencyMs = UNHURRIED_MS;
  const people = byMail(fixture.size);
  const group = await sender.group(people);
  const mailing = await fixture.publish([group], people);
  await firstPage(fixture, mailing);
  await must(fixture, 409, 'DELETE', `/groups/${group.id}`);
  const page = await rig.parts.messenger.request('subscriber.list', {
    userId: sender.user.id,
    groupId: group.id,
    channel: null,
    after: null,
    limit: 500,
  });
  const leaving = page.items.filter((_, n) => n % 2 === 0);
  const subscriberIds = leaving.map(({ id }) => id);
  await must(fixture, 200, 'DELETE', '/subscribers', { groupId: group.id, subscriberIds });
  const left = new Set(leaving.map(({ address }) => address));
  await mailing.ends();
  await mailing.examine({
    ...everybodyForSure,
    mayEnd: ({ address }) => (left.has(address) ? ['SENT', 'SKIPPED'] : ['SENT']),
    mayMiss: ({ address }) => left.has(address),
  });
}

export const lifecycle: readonly Scenario[] = [
  // The API must respond while the dispatchers are frozen.
  { name: 'cancel before the order is received', short: true, apart: true, play: cancelBeforeOrder },
  {
    name: 'cancel while it is planned',
    async play(fixture) {
      const mailing = await begin(fixture);
      await firstPage(fixture, mailing);
      await cancel(fixture, mailing);
      await mailing.ends('CANCELLED');
      await mailing.examine(cancelled);
    },
  },
  {
    name: 'cancel in the middle',
    short: true,
    async play(fixture) {
      await fixture.sender.changeMailSender({ ratePerSecond: fixture.size / UNFINISHED_S });
      const mailing = await begin(fixture);
      await mailing.reaches(fixture.size / 4);
      await cancel(fixture, mailing);
      await mailing.ends('CANCELLED');
      await mailing.examine(cancelled);
    },
  },
  {
    name: 'pause, kill the dispatchers, resume',
    async play(fixture) {
      const mailing = await begin(fixture);
      await mailing.reaches(fixture.size / 4);
      await must(fixture, 200, 'POST', `/campaigns/${mailing.campaign}/pause`);
      for (const copy of fixture.fleet.of('dispatcher')) copy.signal('SIGKILL');
      await must(fixture, 200, 'POST', `/campaigns/${mailing.campaign}/resume`);
      await mailing.ends();
      await mailing.examine();
    },
  },
  {
    name: 'delete while it is planned',
    async play(fixture) {
      const mailing = await begin(fixture);
      await firstPage(fixture, mailing);
      await remove(fixture, mailing);
      await isGone(fixture, mailing);
      await mailing.examine(deleted);
    },
  },
  {
    name: 'delete in the middle',
    async play(fixture) {
      const mailing = await begin(fixture);
      await mailing.reaches(fixture.size / 4);
      await remove(fixture, mailing);
      await isGone(fixture, mailing);
      await mailing.examine(deleted);
    },
  },
  { name: 'members leave while it is planned', play: membersLeave },
  {
    name: 'the integration cannot be deleted in the middle',
    async play(fixture) {
      const mailing = await begin(fixture);
      await mailing.reaches(fixture.size / 4);
      await must(fixture, 409, 'DELETE', `/integrations/${fixture.sender.mailSender}`);
      await mailing.ends();
      await mailing.examine(everybodyForSure);
    },
  },
];

export const audiences: readonly Scenario[] = [
  {
    name: 'no recipients',
    short: true,
    async play(fixture) {
      const mailing = await fixture.mailTo([]);
      await mailing.ends();
      await mailing.examine(everybodyForSure);
    },
  },
  {
    name: 'all recipients are in each of three groups',
    short: true,
    async play(fixture) {
      const people = [...byMail(fixture.size / 2), ...bySms(100)];
      const groups = [];
      for (let n = 0; n < 3; n++) groups.push(await fixture.sender.group(people));
      const mailing = await fixture.publish(groups, people);
      await mailing.ends();
      await mailing.examine(everybodyForSure);
    },
  },
  {
    name: 'no recipient can be reached',
    async play(fixture) {
      const people: Person[] = bySms(fixture.size / 5).map(({ address }) => ({
        channel: 'WHATSAPP',
        address,
      }));
      const mailing = await fixture.mailTo(people);
      await mailing.ends();
      await mailing.examine({ ...everybodyForSure, mayEnd: () => ['SKIPPED'] });
    },
  },
];

const bothWays = (size: number): Person[] => [...byMail(size - size / 5), ...bySms(size / 5)];

/**
 * Resolves when the dispatcher has applied the pause and no batch is leased or released. Nothing is then sent before
 * the campaign is resumed.
 */
async function isAtRest({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const dispatcher = rig.parts.database.db('carillon_dispatcher');
  const dispatches = dispatcher.collection('dispatches');
  await until('the pause of the dispatcher', 60, () =>
    dispatches.findOne({ _id: new ObjectId(campaign), state: 'PAUSED' }),
  );
  const batches = dispatcher.collection<{ _id: string; state: string }>('batches');
  const ofCampaign = { $gte: `${campaign}-`, $lt: `${campaign}.` };
  await until('the end of what is in flight', 60, async () => {
    const held = await batches.findOne({ _id: ofCampaign, state: { $in: ['LEASED', 'RELEASED'] } });
    return held === null;
  });
}

/**
 * Half of the people without a message are suppressed during a pause. The suppressions are stored, so they survive
 * the kill.
 */
async function suppressHalf(fixture: Fixture): Promise<void> {
  const { sender } = fixture;
  await sender.changeMailSender({ ratePerSecond: fixture.size / UNFINISHED_S });
  sender.mail.latencyMs = UNHURRIED_MS;
  fixture.rig.parts.provider.latencyMs = UNHURRIED_MS;
  const mailing = await fixture.mailTo(bothWays(fixture.size));
  await mailing.reaches(fixture.size / 4);
  await must(fixture, 200, 'POST', `/campaigns/${mailing.campaign}/pause`);
  await isAtRest(fixture, mailing);
  const reached = new Set(mailing.recorded.map(({ address }) => address));
  const waiting = mailing.members.filter(({ address }) => !reached.has(address));
  const unwilling = waiting.filter((_, n) => n % 2 === 0);
  await sender.suppress(unwilling);
  await sender.changeMailSender({ ratePerSecond: null });
  for (const copy of fixture.fleet.of('subscriber')) copy.signal('SIGKILL');
  await must(fixture, 200, 'POST', `/campaigns/${mailing.campaign}/resume`);
  await mailing.ends();
  const names = new Set(unwilling.map(({ address }) => address));
  await mailing.examine({
    ...everybodyForSure,
    mayEnd: ({ address }) => (names.has(address) ? ['SKIPPED'] : ['SENT']),
  });
}

export const consent: readonly Scenario[] = [
  {
    name: 'all recipients are suppressed',
    short: true,
    async play(fixture) {
      const people = bothWays(fixture.size);
      await fixture.sender.suppress(people);
      const mailing = await fixture.mailTo(people);
      await mailing.ends();
      await mailing.examine({ ...everybodyForSure, mayEnd: () => ['SKIPPED'] });
    },
  },
  {
    name: 'suppress recipients during a pause, then kill the subscriber services',
    short: true,
    play: suppressHalf,
  },
];
