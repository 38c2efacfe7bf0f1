import { FinishHands } from '@carillon/channel';
import type { INestApplication, INestMicroservice } from '@nestjs/common';
import {
  type AddressRefused,
  type BatchSettled,
  type DispatchContent,
  type Hand,
  type IntegrationCheck,
  type OpenIntegration,
  newId,
  bodiesOf,
} from '@carillon/contracts';
import { OtherServices, type TestBroker, eventually, startTestService, testBroker } from '@carillon/testing';
import { createVault, parseKeyRing } from '@carillon/vault';
import { EmailWorkerModule } from '../src/email-worker.module';
import { PUBLIC_URL, VAULT_KEYS } from './sending';

const vault = createVault(parseKeyRing(VAULT_KEYS));

export const userId = newId();

/** The worker on a real broker, with a dispatcher and an account service that answer what they are told. */
export class EmailWorkerService {
  readonly settled: BatchSettled[] = [];
  /** Addresses that nobody should write to again, as the subscriber service would hear of them. */
  readonly refused: AddressRefused[] = [];
  /** Requests for batches and for integrations. */
  readonly taken: string[] = [];
  readonly opened: string[] = [];
  private readonly hands = new Map<string, Hand>();
  private readonly integrations = new Map<string, OpenIntegration>();
  private readonly more: { close(): Promise<void> }[] = [];
  private content: Omit<DispatchContent, 'campaignId'> = aContent();

  private constructor(
    readonly broker: TestBroker,
    readonly others: OtherServices,
    private app: INestApplication | INestMicroservice,
    private readonly environment: Record<string, string>,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<EmailWorkerService> {
    const broker = await testBroker();
    const others = await OtherServices.on(broker);
    const quick = {
      VAULT_KEYS,
      PUBLIC_URL,
      ALLOW_PRIVATE_SMTP_HOSTS: 'true',
      SETTLE_EVERY_MS: '100',
      ...environment,
    };
    const app = await startTestService('email-worker', EmailWorkerModule, { broker, environment: quick });
    const service = new EmailWorkerService(broker, others, app, quick);
    await service.standIn();
    return service;
  }

  /** Starts one more worker beside it. */
  async join(): Promise<void> {
    const worker = await startTestService('email-worker', EmailWorkerModule, {
      broker: this.broker,
      environment: this.environment,
    });
    this.more.push(worker);
  }

  /** Ends the worker as SIGTERM does: the hooks come first. Nest's own `close` begins with the messages instead. */
  async terminate(): Promise<void> {
    await this.app.get(FinishHands, { strict: false }).beforeApplicationShutdown();
    await this.app.close();
  }

  async stop(): Promise<void> {
    for (const worker of [this.app, ...this.more]) await worker.close();
    await this.others.close();
    await this.broker.remove();
  }

  says(content: Partial<DispatchContent>): void {
    this.content = { ...this.content, ...content };
  }

  /** What the account service knows of an integration; the password travels sealed. */
  integration(
    id: string,
    port: number,
    settings: Record<string, unknown> = {},
    password?: string,
  ): OpenIntegration {
    const integration: OpenIntegration = {
      id,
      channel: 'EMAIL',
      version: newId(),
      settings: { host: '127.0.0.1', port, security: 'none', fromAddress: 'news@shop.example', ...settings },
      sealed: password === undefined ? {} : { password: vault.seal(password, `integration:${id}:password`) },
    };
    this.integrations.set(id, integration);
    return integration;
  }

  /** Offers a batch to the people with these local parts. */
  async release(people: readonly string[], changes: Partial<Hand> = {}): Promise<Hand> {
    const hand = aHand(people, changes);
    this.hands.set(hand.batchId, hand);
    await this.others.messenger.publish('email.batch-released', {
      batchId: hand.batchId,
      campaignId: hand.campaignId,
      release: 1,
    });
    return hand;
  }

  /** The whole result of a hand, once it has ended. */
  async result({ batchId }: Hand): Promise<Pick<BatchSettled, 'sent' | 'outcomes' | 'providerDown'>> {
    const pieces = () => this.settled.filter((piece) => piece.batchId === batchId);
    await eventually(() => pieces().some(({ done }) => done));
    return {
      sent: pieces()
        .flatMap(({ sent }) => sent)
        .sort((a, b) => a - b),
      outcomes: pieces()
        .flatMap(({ outcomes }) => outcomes)
        .sort((a, b) => a.i - b.i),
      providerDown: pieces().find(({ done }) => done)?.providerDown ?? null,
    };
  }

  check(integration: OpenIntegration, address: string | null = null): Promise<IntegrationCheck> {
    return this.others.messenger.request('email.check', { integration, address });
  }

  private async standIn(): Promise<void> {
    await this.others.answer({
      'batch.take': ({ batchId }) => {
        this.taken.push(batchId);
        return { hand: this.hands.get(batchId) ?? null };
      },
      'dispatch.content': ({ campaignId }) => ({ ...this.content, campaignId }),
      'integration.open': ({ id }) => {
        this.opened.push(id);
        const integration = this.integrations.get(id);
        if (!integration) throw new Error('There is no such integration in this test');
        return integration;
      },
    });
    await this.others.hear('dispatcher.settlements', {
      'batch.settled': (piece) => this.settled.push(piece),
    });
    await this.others.hear('subscriber.events', {
      'address.refused': (event) => this.refused.push(event),
    });
  }
}

function aContent(): Omit<DispatchContent, 'campaignId'> {
  const bodies = bodiesOf({ EMAIL: '<p>Dear {{name|friend}}</p>' });
  return { subject: 'News for {{name}}', bodies, whatsappTemplate: null, credits: true };
}

function aHand(people: readonly string[], changes: Partial<Hand>): Hand {
  const campaignId = newId();
  return {
    batchId: `${campaignId}-0`,
    campaignId,
    userId,
    channel: 'EMAIL',
    integrationId: 'default',
    fence: 1,
    leaseMs: 90_000,
    pacePerSecond: null,
    startInMs: 0,
    validForMs: 3_600_000,
    concurrency: null,
    recipients: people.map((person, i) => ({
      i,
      address: `${person}@example.org`,
      subscriberId: newId(),
      variables: { name: person },
    })),
    ...changes,
  };
}

export function manyPeople(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `person${n}`);
}
