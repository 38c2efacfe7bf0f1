import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { type CommandName, type Payload, type Reply } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { parseKeyRing, publicKeyOf } from '@carillon/vault';
import {
  OtherServices,
  PATIENT_MS,
  ServerLink,
  type TestBroker,
  type TestDatabase,
  startTestService,
  testBroker,
  testDatabase,
} from '@carillon/testing';
import { GatewayModule } from '../src/gateway.module';
import { gatewayServer } from '../src/server/http-server';
import type { Answer } from './answer';
import { heldBy, keys, principals } from './callers';
import { type Sent, Wire, send } from './http-client';

/** The public address of the gateway. */
export const PUBLIC_URL = 'https://carillon.example.com';
/** The key that decrypts the gateway's secrets. The gateway has only the public key. */
export const VAULT_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;
export const LINK_KEYS = `links:${Buffer.alloc(32, 8).toString('base64')}`;
const keysOfGateway = {
  VAULT_PUBLIC_KEY: publicKeyOf(parseKeyRing(VAULT_KEYS)),
  LINK_KEYS,
  CURSOR_KEY: Buffer.alloc(32, 9).toString('base64'),
};

/** Fake services, by the command that they handle. */
export type Answers = { [N in CommandName]?: (payload: Payload<N>) => Reply<N> | Promise<Reply<N>> };

/** A command that reached a service, with its context. */
export interface ReceivedRequest {
  name: CommandName;
  payload: unknown;
}

/** The dependencies of gateways. */
interface Surroundings {
  broker: TestBroker;
  database: TestDatabase;
  others: OtherServices;
  link: ServerLink | null;
}

/** The gateway with real HTTP, a real broker, and a real database. Functions replace the services behind it. */
export class Gateway {
  readonly requests: ReceivedRequest[] = [];

  private constructor(
    readonly around: Surroundings,
    readonly app: INestApplication,
    private readonly isFirst: boolean,
  ) {}

  static async start(answers: Answers = {}, environment: Record<string, string> = {}): Promise<Gateway> {
    return Gateway.on(await testBroker(), null, answers, environment);
  }

  /** With a link to the broker that can be cut. The services behind the gateway have a separate link. */
  static async behindLink(answers: Answers): Promise<Gateway> {
    const broker = await testBroker();
    const link = await ServerLink.to(broker.amqpUrl);
    return Gateway.on(broker, link, answers, { AMQP_URL: link.url });
  }

  private static async on(
    broker: TestBroker,
    link: ServerLink | null,
    answers: Answers,
    environment: Record<string, string>,
  ): Promise<Gateway> {
    const around = { broker, link, database: await testDatabase(), others: await OtherServices.on(broker) };
    const gateway = new Gateway(around, await startApp(around, environment), true);
    await gateway.answer({
      'account.authenticate': ({ keyHash }) => ({ principal: principals.get(keyHash) ?? null }),
      'account.authenticate-many': ({ keyHashes }) => ({ found: keyHashes.flatMap(heldBy) }),
      ...answers,
    });
    return gateway;
  }

  /** Another gateway, on the same broker and database. Close it before the first gateway. */
  async another(environment: Record<string, string> = {}): Promise<Gateway> {
    return new Gateway(this.around, await startApp(this.around, environment), false);
  }

  get link(): ServerLink | null {
    return this.around.link;
  }

  get others(): OtherServices {
    return this.around.others;
  }

  get port(): number {
    return ((this.app.getHttpServer() as Server).address() as AddressInfo).port;
  }

  get messenger(): Messenger {
    return this.others.messenger;
  }

  /** The clock of its limits. A test can stop it. */
  get clock(): Clock {
    return this.app.get(Clock, { strict: false });
  }

  /** Replies to these commands from now on. */
  async answer(answers: Answers): Promise<void> {
    const noted = Object.entries(answers).map(([name, answer]) => [
      name,
      (payload: never) => {
        this.requests.push({ name: name as CommandName, payload });
        return (answer as (payload: never) => unknown)(payload);
      },
    ]);
    await this.others.answer(Object.fromEntries(noted) as Answers);
  }

  /** The payloads of a command, in order. */
  payloads<N extends CommandName>(name: N): Payload<N>[] {
    return this.requests.filter((each) => each.name === name).map(({ payload }) => payload as Payload<N>);
  }

  /** Under /api/v1, with the user's key unless another one or none (null) is given. */
  call(
    method: string,
    path: string,
    sent: Sent = {},
    key: keyof typeof keys | null = 'user',
  ): Promise<Answer> {
    const authorization = key === null ? {} : { authorization: `Bearer ${keys[key]}` };
    return send(this.port, method, `/api/v1${path}`, {
      ...sent,
      headers: { ...authorization, ...sent.headers },
    });
  }

  /** At the root, without a key. */
  plain(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return send(this.port, method, path, sent);
  }

  wire(): Wire {
    return new Wire(this.port);
  }

  async close(): Promise<void> {
    await this.app.close();
    if (!this.isFirst) return;
    const { link, others, broker, database } = this.around;
    await link?.close();
    await others.close();
    await Promise.all([broker.remove(), database.drop()]);
  }
}

async function startApp(
  { broker, database }: Surroundings,
  environment: Record<string, string>,
): Promise<INestApplication> {
  const app = await startTestService('gateway', GatewayModule, {
    broker,
    database,
    environment: {
      ...keysOfGateway,
      ...{ PUBLIC_URL, HTTP_PORT: '0', HTTP_HOST: '127.0.0.1' },
      // A busy machine must not look like a database or a service that does not respond.
      REQUEST_PATIENCE_MS: String(PATIENT_MS),
      IDEMPOTENCY_WAIT_MS: String(PATIENT_MS),
      ...environment,
    },
    http: gatewayServer,
  });
  return app as INestApplication;
}
