import { Ports, type Witness } from '@carillon/local-services';
import { MessagingConnection, Messenger } from '@carillon/messaging';
import { mongo } from 'mongoose';
import { join } from 'node:path';
import { SecretsFile, type StackSecrets, twilioLogin } from '../../tools/launcher/src/secrets';
import type { StackAddresses } from '../../tools/launcher/src/stack/settings';
import { writeStackFile } from '../../tools/launcher/src/stack/stack-file';
import { ProviderRecorder } from '../recorder/provider-recorder';
import { type Processes, muster } from './processes';
import type { Fleet } from './fleet';
import { type TestServices, startTestServices } from './test-services';
import { Queues } from './queues';
import type { RigParts } from './parts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts testServices, recorder and services, and writes down where they are for the driver of e2e/. */
export async function bringUp(processes: Processes, folder: string, witness: Witness): Promise<RigParts> {
  const testServices = await startTestServices(folder, witness);
  const provider = await ProviderRecorder.listen();
  const ports = await Ports.open(folder);
  const addresses = await addressesOf(testServices, ports);
  const secrets = SecretsFile.open(join(folder, 'secrets.json'), {}).values;
  const providerUrl = provider.url;
  const fleet = await muster({ processes, addresses, secrets, providerUrl, folder, ports, witness });
  await Promise.all(fleet.copies.map((copy) => copy.start()));
  writeDirections(folder, addresses, secrets, fleet);
  const connection = new MessagingConnection({ url: addresses.amqpUrl, service: 'gateway', log: quiet });
  await connection.connect();
  return {
    testServices,
    fleet,
    queues: new Queues(testServices.broker),
    provider,
    messenger: new Messenger(connection),
    connection,
    database: await new mongo.MongoClient(addresses.mongoUrl).connect(),
  };
}

async function addressesOf({ broker, database }: TestServices, ports: Ports): Promise<StackAddresses> {
  return {
    httpPort: await ports.take('http'),
    smtpPort: await ports.take('smtp'),
    inboxPort: await ports.take('inbox'),
    twilioPort: await ports.take('twilio'),
    amqpUrl: broker.running.amqpUrl,
    mongoUrl: database.running.mongoUrl,
  };
}

function writeDirections(
  folder: string,
  { httpPort, smtpPort, amqpUrl, mongoUrl }: StackAddresses,
  secrets: StackSecrets,
  fleet: Fleet,
): void {
  process.env.CARILLON_FOLDER = folder;
  writeStackFile(join(folder, 'stack.json'), {
    gatewayUrl: `http://127.0.0.1:${httpPort}`,
    apiKey: '',
    operatorKey: secrets.operatorKey,
    inboxUrl: '',
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    twilioUrl: '',
    twilio: twilioLogin(secrets),
    amqpUrl,
    mongoUrl,
    services: fleet.copies.map(({ name, adminUrl, pid = 0 }) => ({ name, pid, adminUrl })),
  });
}
