import type { RunningBroker, RunningDatabase, Witness } from '@carillon/local-services';
import { type OwnServer, ownBroker, ownDatabase, withoutServers } from '@carillon/testing/servers';

/** Servers that the rig alone uses: they may be killed and started again, at the same port and with their data. */
export interface TestServices {
  broker: OwnServer<RunningBroker>;
  database: OwnServer<RunningDatabase>;
}

/** A private broker with its management interface, and a private database: a replica set of one. */
export async function startTestServices(directory: string, witness: Witness): Promise<TestServices> {
  const place = { directory, witness, environment: withoutServers() };
  const [broker, database] = await Promise.all([ownBroker(place), ownDatabase(place)]);
  return { broker, database };
}
