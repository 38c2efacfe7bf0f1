import type { RunningBroker, RunningDatabase, Witness } from '@carillon/local-services';
import {
  BrokerCluster,
  DividedNetwork,
  OwnServer,
  type ServerContext,
  ReplicaSet,
  ownBroker,
  ownDatabase,
  withoutServers,
} from '@carillon/testing/servers';

/** Servers that scenarios may kill and restart, with the same port and data. */
export interface TestServices {
  broker: OwnServer<RunningBroker>;
  database: OwnServer<RunningDatabase>;
  /** The members, if three of each run. `broker` and `database` then represent the cluster and the replica set. */
  replicas: Replicas | null;
}

export interface Replicas {
  members: ReplicaSet;
  cluster: BrokerCluster;
}

export type StartServers = (directory: string, witness: Witness) => Promise<TestServices>;

/** Starts a broker with its management interface, and a database as a replica set of one. */
export const startSingle: StartServers = async (directory, witness) => {
  const context = { directory, witness, environment: withoutServers() };
  const [broker, database] = await Promise.all([ownBroker(context), ownDatabase(context)]);
  return { broker, database, replicas: null };
};

/** Starts a cluster of three brokers and a replica set of three databases. */
export const startReplicated: StartServers = async (directory, witness) => {
  const context: ServerContext = { directory, witness, environment: withoutServers() };
  const [cluster, members] = await Promise.all([BrokerCluster.start(context), ReplicaSet.start(context)]);
  const whole = {
    origin: 'three members',
    exited: new Promise<string>(() => undefined),
    stop: () => Promise.reject(new Error('Its members are killed one by one')),
    kill: () => Promise.reject(new Error('Its members are killed one by one')),
  };
  const again = (): never => {
    throw new Error('Its members are started one by one');
  };
  const managementUrl = cluster.nodes[0]?.managementUrl ?? '';
  const broker = { ...whole, amqpUrl: cluster.amqpUrl, managementUrl };
  return {
    broker: new OwnServer<RunningBroker>(broker, again, context),
    database: new OwnServer<RunningDatabase>({ ...whole, mongoUrl: members.url }, again, context),
    replicas: { members, cluster },
  };
};

/** The reason why this machine cannot run three of each, or null if it can. */
export function whyNotReplicated(): string | null {
  return DividedNetwork.isPossible() ? null : 'only Linux shows which process a connection belongs to';
}
