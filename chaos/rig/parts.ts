import type { MessagingConnection, Messenger } from '@carillon/messaging';
import type { MongoClient } from 'mongodb';
import type { ProviderRecorder } from '../recorder/provider-recorder';
import type { Fleet } from './fleet';
import type { TestServices } from './test-services';
import type { Queues } from './queues';

/** What a rig is made of. */
export interface RigParts {
  testServices: TestServices;
  fleet: Fleet;
  queues: Queues;
  /** Stands for the providers that must not be asked twice. */
  provider: ProviderRecorder;
  messenger: Messenger;
  connection: MessagingConnection;
  /** To look at what the services have stored. */
  database: MongoClient;
}
