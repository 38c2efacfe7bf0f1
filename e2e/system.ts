import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication, INestMicroservice, Type } from '@nestjs/common';
import { mintApiKey, parseKeyRing, publicKeyOf } from '@carillon/vault';
import type { Service } from '@carillon/contracts';
import {
  PATIENT_MS,
  type TestBroker,
  type TestDatabase,
  startTestService,
  testBroker,
  testDatabase,
} from '@carillon/testing';
import { AccountModule } from '../apps/account/src/account.module';
import { CampaignModule } from '../apps/campaign/src/campaign.module';
import { DispatcherModule } from '../apps/dispatcher/src/dispatcher.module';
import { GatewayModule } from '../apps/gateway/src/gateway.module';
import { gatewayServer } from '../apps/gateway/src/server/http-server';
import type { Answer } from '../apps/gateway/test/answer';
import { type Sent, send } from '../apps/gateway/test/http-client';
import { SubscriberModule } from '../apps/subscriber/src/subscriber.module';
import { WebhookWorkerModule } from '../apps/webhook-worker/src/webhook-worker.module';

type App = INestApplication | INestMicroservice;
type Json = Record<string, unknown>;

const VAULT_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;
export const environment = {
  VAULT_KEYS,
  VAULT_PUBLIC_KEY: publicKeyOf(parseKeyRing(VAULT_KEYS)),
  LINK_KEYS: `links:${Buffer.alloc(32, 8).toString('base64')}`,
  CURSOR_KEY: Buffer.alloc(32, 9).toString('base64'),
  ERASURE_KEYS: `erasures:${Buffer.alloc(32, 10).toString('base64')}`,
  PUBLIC_URL: 'https://carillon.example.com',
  HTTP_PORT: '0',
  /** Nothing listens there, so that no test asks the machine's DNS servers. */
  DNS_SERVERS: '127.0.0.1:9',
  HTTP_HOST: '127.0.0.1',
};
const owners: Partial<Record<Service, Type>> = {
  account: AccountModule,
  campaign: CampaignModule,
  subscriber: SubscriberModule,
  dispatcher: DispatcherModule,
  'webhook-worker': WebhookWorkerModule,
};

/** All services of a stack in this process, and a worker if the test provides one. */
export class System {
  readonly operatorKey = mintApiKey('operator');
  private readonly apps = new Map<Service, App>();
  /** The key of a user that only this test uses. */
  userId = '';
  userKey = '';
  port = 0;

  private constructor(
    readonly broker: TestBroker,
    readonly database: TestDatabase,
    private readonly added: Record<string, string>,
  ) {}

  /** @param added environment variables in addition to those of all services */
  static async start(
    worker: [service: Service, module: Type] | null,
    added: Record<string, string> = {},
  ): Promise<System> {
    const system = new System(await testBroker(), await testDatabase(), added);
    for (const [service, module] of [...Object.entries(owners), ...(worker ? [worker] : [])]) {
      await system.run(service as Service, module);
    }
    await system.open();
    return system;
  }

  /** The value under `data` of a request by this test's own user. */
  async data(method: string, path: string, body: object): Promise<Json> {
    return (await this.call(method, path, body, this.userKey)).data as Json;
  }

  /** The value under `data` of a read request. */
  async read(path: string): Promise<Json> {
    return (await this.call('GET', path, undefined, this.userKey)).data as Json;
  }

  /** Sends any request under /api/v1. Null sends no key. */
  ask(method: string, path: string, sent: Sent = {}, key: string | null = this.userKey): Promise<Answer> {
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
    const headers = { ...authorization, ...sent.headers };
    return send(this.port, method, `/api/v1${path}`, { ...sent, headers });
  }

  /** A component of a running service. */
  part<T>(service: Service, type: Type<T>): T {
    const app = this.apps.get(service);
    if (!app) throw new Error(`${service} does not run`);
    return app.get(type, { strict: false });
  }

  async stop(service: Service): Promise<void> {
    await this.apps.get(service)?.close();
    this.apps.delete(service);
  }

  async close(): Promise<void> {
    for (const app of [...this.apps.values()].reverse()) await app.close();
    await Promise.all([this.broker.remove(), this.database.drop()]);
  }

  /** Starts another service. `other` overrides its environment. */
  async run(service: Service, module: Type, other: Record<string, string> = {}): Promise<App> {
    const { broker, database } = this;
    // Do not mistake a busy machine for a service that does not respond.
    const patience = { REQUEST_PATIENCE_MS: String(PATIENT_MS) };
    const own = { BOOTSTRAP_OPERATOR_KEY: this.operatorKey, LOG_LEVEL: 'error', ...patience };
    const more = { ...environment, ...own, ...this.added, ...other };
    const http = service === 'gateway' ? { http: gatewayServer } : {};
    const app = await startTestService(service, module, { broker, database, environment: more, ...http });
    this.apps.set(service, app);
    return app;
  }

  private async open(): Promise<void> {
    const gateway = (await this.run('gateway', GatewayModule)) as INestApplication;
    this.port = ((gateway.getHttpServer() as Server).address() as AddressInfo).port;
    const user = await this.call('POST', '/operator/users', { name: 'Ada' }, this.operatorKey);
    this.userId = (user.data as { createUser: { _id: string } }).createUser._id;
    const keys = `/operator/users/${this.userId}/api-keys`;
    const created = await this.call('POST', keys, { name: 'test', unlimited: true }, this.operatorKey);
    this.userKey = (created.data as { createApiKey: { key: string } }).createApiKey.key;
  }

  private async call(method: string, path: string, body: object | undefined, key: string): Promise<Json> {
    const answer = await this.ask(method, path, { body }, key);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body as Json;
  }
}
