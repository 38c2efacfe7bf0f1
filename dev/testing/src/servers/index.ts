export { BrokerCluster, type BrokerNode } from './broker-cluster';
export { DividedNetwork } from './divided-network';
export { FakeDocker } from './fake-docker';
export { Guard } from './guard';
export { ManagementApi } from './management-api';
export {
  OwnServer,
  type ServerContext,
  freshContext,
  ownBroker,
  ownDatabase,
  withoutServers,
} from './own-server';
export { ReplicaSet } from './replica-set';
export { startTestServers, stopTestServers } from './test-servers';
