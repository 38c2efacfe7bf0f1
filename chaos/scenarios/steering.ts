import { until } from '../../e2e/driver/api';
import { cancelled, deleted, everybodyForSure } from '../checker/expectation';
import type { Mailing } from '../driver/mailing';
import { must } from '../driver/must';
import { byMail } from '../driver/people';
import type { Stage } from '../driver/stage';
import type { Scenario } from '../run/scenario';

const UNHURRIED_MS = 20;

async function begin(stage: Stage): Promise<Mailing> {
  stage.sender.mail.latencyMs = UNHURRIED_MS;
  return stage.mailTo(byMail(stage.size));
}

const cancel = (stage: Stage, { campaign }: Mailing): Promise<void> =>
  must(stage, 200, 'POST', `/campaigns/${campaign}/cancel`);

const remove = (stage: Stage, { campaign }: Mailing): Promise<void> =>
  must(stage, 200, 'DELETE', '/campaigns', { campaignIds: [campaign] });

/** The campaign is unknown to the API, and its ledger is removed. */
async function isGone({ rig }: Stage, { campaign }: Mailing): Promise<void> {
  const batches = rig.parts.database.db('carillon_dispatcher').collection<{ _id: string }>('batches');
  await until('the end of the ledger', 60, async () => {
    const left = await batches.findOne({ _id: { $gte: `${campaign}-`, $lt: `${campaign}.` } });
    return left === null;
  });
}

/** Order and cancellation are heard of at the same moment; what goes out between the two is told as sent. */
async function cancelBeforeOrder(stage: Stage): Promise<void> {
  const dispatchers = stage.fleet.of('dispatcher');
  for (const copy of dispatchers) copy.signal('SIGSTOP');
  const mailing = await begin(stage);
  await cancel(stage, mailing);
  for (const copy of dispatchers) copy.signal('SIGCONT');
  await mailing.ends('CANCELLED');
  await mailing.examine(cancelled);
}

async function planned({ rig }: Stage, { campaign }: Mailing): Promise<void> {
  const rosters = rig.parts.database.db('carillon_dispatcher').collection<{ _id: string }>('rosters');
  await until('the first page', 20, () => rosters.findOne({ _id: `${campaign}-0` }), 2);
}

/** Members who leave meanwhile are skipped, or not even planned; nobody else is touched. */
async function groupLeaves(stage: Stage): Promise<void> {
  const { sender, rig } = stage;
  sender.mail.latencyMs = UNHURRIED_MS;
  const people = byMail(stage.size);
  const group = await sender.group(people);
  const mailing = await stage.publish([group], people);
  await planned(stage, mailing);
  await must(stage, 409, 'DELETE', `/groups/${group.id}`);
  const page = await rig.parts.messenger.request('subscriber.list', {
    userId: sender.user.id,
    groupId: group.id,
    channel: null,
    after: null,
    limit: 500,
  });
  const leaving = page.items.filter((_, n) => n % 2 === 0);
  const subscriberIds = leaving.map(({ id }) => id);
  await must(stage, 200, 'DELETE', '/subscribers', { groupId: group.id, subscriberIds });
  const left = new Set(leaving.map(({ address }) => address));
  await mailing.ends();
  await mailing.examine({
    ...everybodyForSure,
    mayEnd: ({ address }) => (left.has(address) ? ['SENT', 'SKIPPED'] : ['SENT']),
    mayMiss: ({ address }) => left.has(address),
  });
}

export const steering: readonly Scenario[] = [
  { name: 'cancel before the order is heard', short: true, play: cancelBeforeOrder },
  {
    name: 'cancel while it is planned',
    async play(stage) {
      const mailing = await begin(stage);
      await planned(stage, mailing);
      await cancel(stage, mailing);
      await mailing.ends('CANCELLED');
      await mailing.examine(cancelled);
    },
  },
  {
    name: 'cancel in the middle',
    short: true,
    async play(stage) {
      const mailing = await begin(stage);
      await mailing.reaches(stage.size / 4);
      await cancel(stage, mailing);
      await mailing.ends('CANCELLED');
      await mailing.examine(cancelled);
    },
  },
  {
    name: 'pause, kill the dispatchers, resume',
    async play(stage) {
      const mailing = await begin(stage);
      await mailing.reaches(stage.size / 4);
      await must(stage, 200, 'POST', `/campaigns/${mailing.campaign}/pause`);
      for (const copy of stage.fleet.of('dispatcher')) copy.signal('SIGKILL');
      await must(stage, 200, 'POST', `/campaigns/${mailing.campaign}/resume`);
      await mailing.ends();
      await mailing.examine();
    },
  },
  {
    name: 'delete while it is planned',
    async play(stage) {
      const mailing = await begin(stage);
      await planned(stage, mailing);
      await remove(stage, mailing);
      await isGone(stage, mailing);
      await mailing.examine(deleted);
    },
  },
  {
    name: 'delete in the middle',
    async play(stage) {
      const mailing = await begin(stage);
      await mailing.reaches(stage.size / 4);
      await remove(stage, mailing);
      await isGone(stage, mailing);
      await mailing.examine(deleted);
    },
  },
  { name: 'members leave while it is planned', play: groupLeaves },
  {
    name: 'the integration cannot be deleted in the middle',
    async play(stage) {
      const mailing = await begin(stage);
      await mailing.reaches(stage.size / 4);
      await must(stage, 409, 'DELETE', `/integrations/${stage.sender.mailIntegration}`);
      await mailing.ends();
      await mailing.examine(everybodyForSure);
    },
  },
];
