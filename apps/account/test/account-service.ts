import { createHash } from 'node:crypto';
import type { Document } from 'mongodb';
import {
  type By,
  type SenderCheck,
  type Payload,
  type Reply,
  type User,
  channels,
  checkOf,
  newId,
} from '@carillon/contracts';
import { type Surroundings, TestService, surroundings } from '@carillon/testing';
import { createVault, parseKeyRing } from '@carillon/vault';
import { AccountModule } from '../src/account.module';

const VAULT_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;
export const vault = createVault(parseKeyRing(VAULT_KEYS));

/** The default actor of requests in tests. No such key exists. */
export const by: By = { role: 'operator', keyId: newId() };

/** The account service on a real broker and database. The test plays the surrounding services. */
export class AccountService extends TestService {
  /** The dispatcher's response about every sender. */
  senderInUse = false;
  /** The workers' response about every sender. */
  check: () => Promise<SenderCheck> = () => Promise.resolve(passed);
  /** Received requests, by command. */
  /** The WhatsApp worker's response to a request for templates. */
  contentTemplates: (
    request: Payload<'whatsapp.content-templates'>,
  ) => Promise<Reply<'whatsapp.content-templates'>> = () => Promise.resolve({ items: [], next: null });
  contentTemplateStatuses: (
    question: Payload<'whatsapp.content-template-statuses'>,
  ) => Promise<Reply<'whatsapp.content-template-statuses'>> = () => Promise.resolve({ statuses: {} });
  readonly checked: (Payload<'email.check'> & { by: string })[] = [];
  /** Notifications to dispatchers about edited senders. */
  readonly edited: Payload<'sender.edited'>[] = [];
  /** Every broadcast, as `name id`. */
  readonly broadcasts: string[] = [];

  private constructor(around: Surroundings) {
    // Nothing listens there, so that no test asks the machine's DNS servers.
    const environment = { VAULT_KEYS, ERASURE_KEYS: VAULT_KEYS, DNS_SERVERS: '127.0.0.1:9' };
    super({ service: 'account', module: AccountModule, environment }, around);
  }

  static async start(environment: Record<string, string> = {}): Promise<AccountService> {
    const service = new AccountService(await surroundings());
    await service.standIn();
    await service.listen();
    await service.boot(environment);
    return service;
  }

  /** The stored documents of a collection. */
  documents(collection: string): Promise<Document[]> {
    return this.stored(collection).find().toArray();
  }

  user(fields: Partial<Payload<'user.create'>> = {}): Promise<User> {
    const user = { by, id: newId(), name: 'Ada', email: null, plan: 'FREE' as const };
    return this.messenger.request('user.create', { ...user, ...fields });
  }

  private async standIn(): Promise<void> {
    await this.others.answer({
      'dispatch.uses-sender': () => ({ inUse: this.senderInUse }),
      ...Object.fromEntries(channels.map((channel) => this.worker(checkOf(channel)))),
      'whatsapp.content-templates': (request) => this.contentTemplates(request),
      'whatsapp.content-template-statuses': (question) => this.contentTemplateStatuses(question),
    });
  }

  private worker(by: string) {
    const check = (request: Payload<'email.check'>) => {
      this.checked.push({ ...request, by });
      return this.check();
    };
    return [by, check] as const;
  }

  private async listen(): Promise<void> {
    await this.others.hear('dispatcher.events', {
      'sender.edited': (edit: Payload<'sender.edited'>) => this.edited.push(edit),
    });
    await this.others.overhear({
      'access.changed': ({ userId }) => this.broadcasts.push(`access.changed ${userId}`),
      'operator-keys.changed': () => this.broadcasts.push('operator-keys.changed'),
      'sender.changed': ({ senderId }) => this.broadcasts.push(`sender.changed ${senderId}`),
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
  overrides: Partial<Payload<'api-key.create'>> = {},
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
    ...overrides,
  };
}

export function aSender(
  userId: string,
  overrides: Partial<Payload<'sender.create'>> = {},
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
    ...overrides,
  };
}

/** Twilio credentials. Each set has its own number and token, to distinguish them. */
export function aTwilioSender(
  userId: string,
  channel: 'SMS' | 'WHATSAPP',
  { from = '+15005550006', sealed = 'v2.k1.sealed', name = 'Our Twilio' } = {},
): Payload<'sender.create'> {
  return aSender(userId, {
    channel,
    provider: 'TWILIO',
    name,
    settings: { accountSid: `AC${'0'.repeat(32)}`, from },
    sealed: { authToken: sealed },
    secrets: { authToken: '…oken' },
  });
}

export const code = (code: string): unknown => expect.objectContaining({ code });
