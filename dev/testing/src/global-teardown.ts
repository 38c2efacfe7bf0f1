import { stopTestServers } from './servers/test-servers';

export default stopTestServers;
