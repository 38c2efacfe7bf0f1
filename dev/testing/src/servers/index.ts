export { FakeDocker } from './fake-docker';
export { ManagementApi } from './management-api';
export { OwnServer, type Place, freshPlace, ownBroker, ownDatabase, withoutServers } from './own-server';
export { startTestServers, stopTestServers } from './test-servers';
