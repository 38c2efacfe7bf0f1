import { startTestServers } from './test-servers';

export default startTestServers;
