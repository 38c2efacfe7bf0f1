import { randomBytes } from 'node:crypto';
import { mintApiKey } from '@carillon/contracts';
import { Ports, type Witness } from '@carillon/local-services';
import { MessagingConnection, Messenger } from '@carillon/messaging';
import { MongoClient } from 'mongodb';
import { join } from 'node:path';
import type { StackAddresses } from '../../tools/launcher/src/stack/settings';
import { writeStackFile } from '../../tools/launcher/src/stack/stack-file';
import { ProviderRecorder } from '../recorder/provider-recorder';
import { type Crew, muster } from './crew';
import type { Fleet } from './fleet';
import { type Ground, startGround } from './ground';
import { Queues } from './queues';
import type { RigParts } from './parts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts ground, recorder and services, and writes down where they are for the driver of e2e/. */
export async function bringUp(crew: Crew, folder: string, witness: Witness): Promise<RigParts> {
  const ground = await startGround(folder, witness);
  const provider = await ProviderRecorder.listen();
  const ports = await Ports.open(folder);
  const addresses = await addressesOf(ground, ports);
  const secrets = {
    operatorKey: mintApiKey('operator'),
    vaultKeys: `k1:${randomBytes(32).toString('base64')}`,
  };
  const providerUrl = provider.url;
  const fleet = await muster({ crew, addresses, secrets, providerUrl, folder, ports, witness });
  await Promise.all(fleet.copies.map((copy) => copy.start()));
  writeDirections(folder, addresses, secrets.operatorKey, fleet);
  const connection = new MessagingConnection({ url: addresses.amqpUrl, service: 'gateway', log: quiet });
  await connection.connect();
  return {
    ground,
    fleet,
    queues: new Queues(ground.broker),
    provider,
    messenger: new Messenger(connection),
    connection,
    database: await new MongoClient(addresses.mongoUrl).connect(),
  };
}

async function addressesOf({ broker, database }: Ground, ports: Ports): Promise<StackAddresses> {
  return {
    httpPort: await ports.take('http'),
    smtpPort: await ports.take('smtp'),
    inboxPort: await ports.take('inbox'),
    amqpUrl: broker.running.amqpUrl,
    mongoUrl: database.running.mongoUrl,
  };
}

function writeDirections(
  folder: string,
  { httpPort, smtpPort, amqpUrl, mongoUrl }: StackAddresses,
  operatorKey: string,
  fleet: Fleet,
): void {
  process.env.CARILLON_FOLDER = folder;
  writeStackFile(join(folder, 'stack.json'), {
    gatewayUrl: `http://127.0.0.1:${httpPort}`,
    apiKey: '',
    operatorKey,
    inboxUrl: '',
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    amqpUrl,
    mongoUrl,
    services: fleet.copies.map(({ name, adminUrl, pid = 0 }) => ({ name, pid, adminUrl })),
  });
}
