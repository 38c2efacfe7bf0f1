import type { BrokerNode } from '@carillon/testing/servers';
import { until } from '../../driver/api';
import type { Fixture } from '../driver/fixture';
import type { Replicas } from '../rig/servers';
import type { Scenario } from '../run/play';
import { LEASES_MS, during, pass } from './during';

const REUNITED_S = 90;

function replicasOf({ rig }: Fixture): Replicas {
  const { replicas } = rig.parts.testServices;
  if (!replicas) throw new Error('This rig has one broker and one database');
  return replicas;
}

/**
 * Cuts the primary off from the other members and from every process except some dispatchers. The other members elect
 * a new primary and continue with the other dispatchers. Writes that only the old primary stored are then rolled
 * back.
 */
async function cutOffPrimary(
  fixture: Fixture,
  dispatchers: readonly number[],
  meanwhile?: () => void,
): Promise<void> {
  const { members } = replicasOf(fixture);
  const primary = await members.untilPrimary();
  const alongside = dispatchers.flatMap((number) => fixture.fleet.copy('dispatcher', number).pid ?? []);
  await members.cutOff(primary, alongside);
  try {
    meanwhile?.();
    await members.untilPrimary(primary);
    await pass(LEASES_MS);
  } finally {
    members.heal();
  }
}

/** Whether every node reports that all nodes run. */
async function areReunited({ cluster }: Replicas): Promise<boolean> {
  const states = await Promise.all(cluster.nodes.map((node) => node.knows()));
  return states.every((known) => known === cluster.nodes.length);
}

async function reunited(fixture: Fixture): Promise<void> {
  await until('a whole cluster', REUNITED_S, () => areReunited(replicasOf(fixture)));
}

/** A node other than the first, because the first node reports the contents of the queues. */
function lostNode(fixture: Fixture): BrokerNode {
  const [, node] = replicasOf(fixture).cluster.nodes;
  if (!node) throw new Error('The cluster has one node');
  return node;
}

async function forEachNode(fixture: Fixture, strike: (node: BrokerNode) => Promise<void>): Promise<void> {
  for (const node of replicasOf(fixture).cluster.nodes) {
    await strike(node);
    await reunited(fixture);
  }
}

export const replicas: readonly Scenario[] = [
  ...[[0], [1, 2], [0, 2]].map((dispatchers) =>
    during({
      name: `cut the primary of three off with the dispatchers ${dispatchers.join(' and ')}`,
      replicated: true,
      strike: (fixture) => cutOffPrimary(fixture, dispatchers),
    }),
  ),
  during({
    name: 'cut the primary of three off while it is planned',
    replicated: true,
    when: 0,
    strike: (fixture) => cutOffPrimary(fixture, [0, 1]),
  }),
  during({
    name: 'cut the primary of three off and kill a worker of each channel',
    replicated: true,
    strike: (fixture) =>
      cutOffPrimary(fixture, [0], () => {
        fixture.fleet.copy('email-worker').signal('SIGKILL');
        fixture.fleet.copy('sms-worker').signal('SIGKILL');
      }),
  }),
  during({
    name: 'kill each node of a broker cluster in turn',
    replicated: true,
    strike: (fixture) =>
      forEachNode(fixture, async (node) => {
        await node.kill();
        await pass(LEASES_MS);
        await node.start();
      }),
  }),
  during({
    name: 'two nodes of a broker cluster are enough',
    replicated: true,
    strike: (fixture) => lostNode(fixture).kill(),
    ends: 120,
    after: async (fixture) => {
      await lostNode(fixture).start();
      await reunited(fixture);
    },
  }),
  during({
    name: 'cut each node of a broker cluster off in turn',
    replicated: true,
    strike: (fixture) =>
      forEachNode(fixture, async (node) => {
        await node.cutOff();
        await pass(LEASES_MS);
        await node.heal();
      }),
  }),
];
