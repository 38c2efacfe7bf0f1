import { stopTestServers } from './test-servers';

export default stopTestServers;
