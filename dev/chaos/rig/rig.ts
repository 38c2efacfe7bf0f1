import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Lock, type RunningBroker, type Witness, Ports, tryLock } from '@carillon/local-services';
import { MessagingConnection, Messenger } from '@carillon/messaging';
import {
  type StackAddresses,
  Folder,
  OrphanedProcesses,
  SecretsFile,
  describeStack,
  endLeftovers,
  stackSettings,
  writeStackFile,
} from '@carillon/stack';
import { type OwnServer, ManagementApi } from '@carillon/testing/servers';
import type { MongoClient } from 'mongodb';
import { mongo } from 'mongoose';
import { ProviderRecorder } from '../recorder/provider-recorder';
import { type Fleet, type Processes, planFleet, usualProcesses } from './fleet';
import { endWithThisProcess } from './end-with-this-process';
import { type StartServers, type TestServices, startSingle } from './servers';

export const RIG_FOLDER = resolve('.carillon', 'chaos');

/** A whole stack with several processes of each service, on a separate broker and database, for faults. */
export class Rig {
  private constructor(
    readonly parts: RigParts,
    private readonly orphans: OrphanedProcesses,
    private readonly lock: Lock,
    private readonly letLive: () => void,
  ) {}

  /** Starts everything with empty data. First ends the processes that an earlier rig left running in this folder. */
  static async start(
    processes: Processes = usualProcesses,
    path = RIG_FOLDER,
    startServers = startSingle,
  ): Promise<Rig> {
    const folder = new Folder(path);
    const lock = await tryLock(folder.lock);
    if (!lock) throw new Error(`Another rig runs in ${path}`);
    await endLeftovers(folder.orphans, process.env);
    await clear(folder);
    const orphans = new OrphanedProcesses(folder.orphans);
    const letLive = endWithThisProcess(orphans);
    try {
      return new Rig(await bringUp(processes, folder, orphans, startServers), orphans, lock, letLive);
    } catch (error) {
      orphans.killAll();
      letLive();
      await lock.release();
      throw error;
    }
  }

  /** Registers the processes of a scenario, which end with the rig. */
  get witness(): Witness {
    return this.orphans;
  }

  /** Kills all processes without a graceful stop, because the data is not needed anymore. */
  async stop(): Promise<void> {
    const { fleet, connection, database, provider, testServices } = this.parts;
    await fleet.stop();
    await Promise.allSettled([connection.close(), database.close(), provider.close()]);
    await testServices.replicas?.members.kill();
    this.orphans.killAll();
    this.letLive();
    await this.lock.release();
  }
}

/** The parts of a rig. */
export interface RigParts {
  testServices: TestServices;
  fleet: Fleet;
  queues: Queues;
  /** The provider that must not be called twice. */
  provider: ProviderRecorder;
  messenger: Messenger;
  connection: MessagingConnection;
  /** Reads the services' stored data. */
  database: MongoClient;
  /** The ports on which the bounce-receiver accepts emails and the mailbox-poller expects an IMAP server. */
  returning: { smtpPort: number; imapPort: number };
}

async function clear(folder: Folder): Promise<void> {
  const replicas = ['nodes', 'members'].map((name) => join(folder.path, name));
  for (const part of [folder.broker, folder.database, folder.logs, ...replicas])
    await rm(part, { recursive: true, force: true });
  await mkdir(folder.path, { recursive: true, mode: 0o700 });
}

/** The time limit for the rig's own commands on a busy machine (milliseconds). */
const PATIENT_MS = 60_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts the broker, the database, the provider, and the services, and writes stack.json for dev/driver. */
async function bringUp(
  processes: Processes,
  folder: Folder,
  witness: Witness,
  startServers: StartServers,
): Promise<RigParts> {
  const testServices = await startServers(folder.path, witness);
  const provider = await ProviderRecorder.listen();
  const ports = await Ports.open(folder.path);
  const addresses = await addressesOf(testServices, ports);
  const secrets = SecretsFile.open(folder.secrets, {}).values;
  const returning = { smtpPort: addresses.bouncePort, imapPort: await ports.take('mailboxes') };
  const settings = stackSettings(addresses, secrets, folder.sandbox, {
    BOUNCE_MAILBOXES: `imap://returns:a%20secret@127.0.0.1:${returning.imapPort}/INBOX`,
  });
  // Options of this process are not meant for the services.
  const environment = { ...process.env, NODE_OPTIONS: '', NODE_CHANNEL_FD: undefined };
  const plan = { root: process.cwd(), folder, settings, environment, ports, witness };
  const fleet = await planFleet(processes, plan, provider.url);
  await Promise.all(fleet.copies.map((copy) => copy.start()));
  process.env.CARILLON_FOLDER = folder.path;
  const services = fleet.copies.map(({ name, adminUrl, pid = 0 }) => ({ name, pid, adminUrl }));
  // The sandbox does not run.
  const absent = { inboxUrl: '', twilioUrl: '' };
  writeStackFile(folder.stackFile, { ...describeStack(addresses, secrets, ''), ...absent, services });
  const connection = new MessagingConnection({ url: addresses.amqpUrl, service: 'gateway', log: quiet });
  await connection.connect();
  const messenger = new Messenger(connection, { patienceMs: PATIENT_MS });
  return {
    testServices,
    fleet,
    queues: new Queues(testServices.broker),
    provider,
    messenger,
    connection,
    returning,
    database: await new mongo.MongoClient(addresses.mongoUrl).connect(),
  };
}

async function addressesOf({ broker, database }: TestServices, ports: Ports): Promise<StackAddresses> {
  return {
    httpPort: await ports.take('http'),
    smtpPort: await ports.take('smtp'),
    bouncePort: await ports.take('bounces'),
    inboxPort: await ports.take('inbox'),
    twilioPort: await ports.take('twilio'),
    amqpUrl: broker.running.amqpUrl,
    mongoUrl: database.running.mongoUrl,
  };
}

export interface QueueState {
  name: string;
  messages: number;
  consumers: number;
}

/** The broker's queues from its management interface. The data is up to a second old. */
export class Queues {
  private readonly api: ManagementApi;

  constructor(broker: OwnServer<RunningBroker>) {
    this.api = new ManagementApi(broker.running.managementUrl ?? '');
  }

  all(): Promise<QueueState[]> {
    return this.api.get('queues', '/');
  }

  async delete(name: string): Promise<void> {
    await this.api.delete('queues', '/', name);
  }
}
