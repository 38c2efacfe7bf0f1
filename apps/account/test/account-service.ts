import { createHash } from 'node:crypto';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Document } from 'mongodb';
import {
  type By,
  type SenderCheck,
  type Payload,
  type User,
  channels,
  checkOf,
  newId,
} from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import {
  OtherServices,
  type TestBroker,
  type TestDatabase,
  startTestService,
  testBroker,
  testDatabase,
} from '@carillon/testing';
import { createVault, parseKeyRing } from '@carillon/vault';
import { AccountModule } from '../src/account.module';

type Environment = Record<string, string>;

const VAULT_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;
export const vault = createVault(parseKeyRing(VAULT_KEYS));

/** Who asks for everything, unless a test says otherwise. No such key is known. */
export const by: By = { role: 'operator', keyId: newId() };

/** The account service on a real broker and database, with the services around it played by the test. */
export class AccountService {
  /** What the dispatcher says of every sender. */
  senderInUse = false;
  /** What the workers say of every sender. */
  check: () => Promise<SenderCheck> = () => Promise.resolve(passed);
  /** What they were asked, and by which command. */
  readonly checked: (Payload<'email.check'> & { by: string })[] = [];
  /** What the dispatchers were told of edited senders. */
  readonly edited: Payload<'sender.edited'>[] = [];
  /** Every broadcast, as `name id`. */
  readonly heard: string[] = [];
  private apps: INestApplicationContext[] = [];

  private constructor(
    private readonly broker: TestBroker,
    readonly database: TestDatabase,
    private readonly others: OtherServices,
  ) {}

  static async start(environment: Environment = {}): Promise<AccountService> {
    const [broker, database] = await Promise.all([testBroker(), testDatabase()]);
    const service = new AccountService(broker, database, await OtherServices.on(broker));
    await service.standIn();
    await service.listen();
    await service.boot(environment);
    return service;
  }

  get messenger(): Messenger {
    return this.others.messenger;
  }

  /** What is stored, as it is. */
  async stored(collection: string): Promise<Document[]> {
    return this.database.of('account').collection(collection).find().toArray();
  }

  /** One more copy. */
  async boot(environment: Environment = {}): Promise<void> {
    const { broker, database } = this;
    const whole = this.environment(environment);
    this.apps.push(
      await startTestService('account', AccountModule, { broker, database, environment: whole }),
    );
  }

  /** A part of the service, for what cannot be seen from outside. */
  part<T>(type: Type<T>): T {
    const [app] = this.apps;
    if (!app) throw new Error('Not booted');
    return app.get(type, { strict: false });
  }

  environment(more: Environment = {}): Environment {
    return { VAULT_KEYS, ERASURE_KEYS: VAULT_KEYS, ...more };
  }

  /** Answers these commands in the place of other services. */
  stand(answers: Parameters<OtherServices['answer']>[0]): Promise<void> {
    return this.others.answer(answers);
  }

  async shutDown(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.close()));
    this.apps = [];
  }

  async stop(): Promise<void> {
    await this.shutDown();
    await this.others.close();
    await Promise.all([this.broker.remove(), this.database.drop()]);
  }

  user(given: Partial<Payload<'user.create'>> = {}): Promise<User> {
    const user = { by, id: newId(), name: 'Ada', email: null, plan: 'FREE' as const };
    return this.messenger.request('user.create', { ...user, ...given });
  }

  private async standIn(): Promise<void> {
    await this.others.answer({
      'dispatch.uses-sender': () => ({ inUse: this.senderInUse }),
      ...Object.fromEntries(channels.map((channel) => this.worker(checkOf(channel)))),
    });
  }

  private worker(by: string) {
    const check = (asked: Payload<'email.check'>) => {
      this.checked.push({ ...asked, by });
      return this.check();
    };
    return [by, check] as const;
  }

  private async listen(): Promise<void> {
    await this.others.hear('dispatcher.events', {
      'sender.edited': (edit: Payload<'sender.edited'>) => this.edited.push(edit),
    });
    await this.others.overhear({
      'access.changed': ({ userId }) => this.heard.push(`access.changed ${userId}`),
      'operator-keys.changed': () => this.heard.push('operator-keys.changed'),
      'sender.changed': ({ senderId }) => this.heard.push(`sender.changed ${senderId}`),
    });
  }
}

const passed: SenderCheck = {
  ok: true,
  reason: null,
  providerCode: null,
  detail: null,
  checkedAt: '2026-03-01T12:00:00.000Z',
};

export function anApiKey(
  userId: string,
  given: Partial<Payload<'api-key.create'>> = {},
): Payload<'api-key.create'> {
  const id = newId();
  const keyHash = createHash('sha256').update(id).digest('hex');
  return {
    by,
    id,
    userId,
    name: 'Website',
    prefix: 'car_live_aBcD',
    keyHash,
    attempt: 1,
    scopes: ['read', 'write'],
    rate: 'PLAN',
    ...given,
  };
}

export function aSender(
  userId: string,
  given: Partial<Payload<'sender.create'>> = {},
): Payload<'sender.create'> {
  return {
    by,
    id: newId(),
    userId,
    channel: 'EMAIL',
    provider: 'SMTP',
    name: 'Our mail server',
    isOnly: true,
    settings: {
      host: 'mail.test',
      port: 587,
      security: 'starttls',
      username: 'ada',
      fromAddress: 'ada@mail.test',
    },
    sealed: { password: 'v2.k1.sealed' },
    secrets: { password: '…cret' },
    ratePerSecond: null,
    ...given,
  };
}

/** Credentials of Twilio. A number and a token of one's own tell them from everybody else's. */
export function aTwilioSender(
  userId: string,
  channel: 'SMS' | 'WHATSAPP',
  { from = '+15005550006', sealed = 'v2.k1.sealed' } = {},
): Payload<'sender.create'> {
  return aSender(userId, {
    channel,
    provider: 'TWILIO',
    name: 'Our Twilio',
    settings: { accountSid: `AC${'0'.repeat(32)}`, from },
    sealed: { authToken: sealed },
    secrets: { authToken: '…oken' },
  });
}

export const code = (code: string): unknown => expect.objectContaining({ code });
