import { until } from '../../e2e/driver/api';
import { cancelled, deleted, everybodyForSure } from '../checker/expectation';
import type { Mailing } from '../driver/mailing';
import { must } from '../driver/must';
import { byMail } from '../driver/people';
import type { Fixture } from '../driver/fixture';
import type { Scenario } from '../run/scenario';

const UNHURRIED_MS = 20;

async function begin(fixture: Fixture): Promise<Mailing> {
  fixture.sender.mail.latencyMs = UNHURRIED_MS;
  return fixture.mailTo(byMail(fixture.size));
}

const cancel = (fixture: Fixture, { campaign }: Mailing): Promise<void> =>
  must(fixture, 200, 'POST', `/campaigns/${campaign}/cancel`);

const remove = (fixture: Fixture, { campaign }: Mailing): Promise<void> =>
  must(fixture, 200, 'DELETE', '/campaigns', { campaignIds: [campaign] });

/** The campaign is unknown to the API, and its ledger is removed. */
async function isGone({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const batches = rig.parts.database.db('carillon_dispatcher').collection<{ _id: string }>('batches');
  await until('the end of the ledger', 60, async () => {
    const left = await batches.findOne({ _id: { $gte: `${campaign}-`, $lt: `${campaign}.` } });
    return left === null;
  });
}

/** Order and cancellation are heard of at the same moment; what goes out between the two is told as sent. */
async function cancelBeforeOrder(fixture: Fixture): Promise<void> {
  const dispatchers = fixture.fleet.of('dispatcher');
  for (const copy of dispatchers) copy.signal('SIGSTOP');
  const mailing = await begin(fixture);
  await cancel(fixture, mailing);
  for (const copy of dispatchers) copy.signal('SIGCONT');
  await mailing.ends('CANCELLED');
  await mailing.examine(cancelled);
}

async function planned({ rig }: Fixture, { campaign }: Mailing): Promise<void> {
  const recipientPages = rig.parts.database
    .db('carillon_dispatcher')
    .collection<{ _id: string }>('recipientPages');
  await until('the first page', 20, () => recipientPages.findOne({ _id: `${campaign}-0` }), 2);
}

/** Members who leave meanwhile are skipped, or not even planned; nobody else is touched. */
async function groupLeaves(fixture: Fixture): Promise<void> {
  const { sender, rig } = fixture;
  sender.mail.latencyMs = UNHURRIED_MS;
  const people = byMail(fixture.size);
  const group = await sender.group(people);
  const mailing = await fixture.publish([group], people);
  await planned(fixture, mailing);
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
  { name: 'cancel before the order is heard', short: true, play: cancelBeforeOrder },
  {
    name: 'cancel while it is planned',
    async play(fixture) {
      const mailing = await begin(fixture);
      await planned(fixture, mailing);
      await cancel(fixture, mailing);
      await mailing.ends('CANCELLED');
      await mailing.examine(cancelled);
    },
  },
  {
    name: 'cancel in the middle',
    short: true,
    async play(fixture) {
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
      await planned(fixture, mailing);
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
  { name: 'members leave while it is planned', play: groupLeaves },
  {
    name: 'the integration cannot be deleted in the middle',
    async play(fixture) {
      const mailing = await begin(fixture);
      await mailing.reaches(fixture.size / 4);
      await must(fixture, 409, 'DELETE', `/integrations/${fixture.sender.mailIntegration}`);
      await mailing.ends();
      await mailing.examine(everybodyForSure);
    },
  },
];
