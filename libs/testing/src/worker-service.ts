import type { BeforeApplicationShutdown, INestApplication, INestMicroservice, Type } from '@nestjs/common';
import {
  type AddressRefused,
  type BatchSettled,
  type Channel,
  type DispatchContent,
  type Hand,
  type HandRecipient,
  type IntegrationCheck,
  type OpenIntegration,
  channelRow,
  checkOf,
  hintOf,
  newId,
} from '@carillon/contracts';
import { createVault, parseKeyRing } from '@carillon/vault';
import { eventually } from './eventually';
import { OtherServices, startTestService } from './service-harness';
import { type TestBroker, testBroker } from './test-broker';

const VAULT_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const vault = createVault(parseKeyRing(VAULT_KEYS));

export interface WorkerServiceOptions {
  channel: Channel;
  module: Type;
  /** What ends hands on shutdown: a class of libs/channel, which a test library does not import. */
  finisher: Type<BeforeApplicationShutdown>;
  environment?: Record<string, string>;
  content: Omit<DispatchContent, 'campaignId'>;
}

/** A worker on a real broker, with a dispatcher, an account and a subscriber service that answer what they are told. */
export class WorkerService {
  readonly settled: BatchSettled[] = [];
  /** Addresses that nobody should write to again. */
  readonly refused: AddressRefused[] = [];
  /** Batches that were asked for. */
  readonly taken: string[] = [];
  /** Both in the order in which they came. */
  readonly heard: ('refused' | 'settled')[] = [];
  private readonly hands = new Map<string, Hand>();
  private readonly integrations = new Map<string, OpenIntegration>();
  private content: WorkerServiceOptions['content'];

  private constructor(
    readonly broker: TestBroker,
    readonly others: OtherServices,
    private readonly app: INestApplication | INestMicroservice,
    private readonly options: WorkerServiceOptions,
  ) {
    this.content = options.content;
  }

  static async start(options: WorkerServiceOptions): Promise<WorkerService> {
    const broker = await testBroker();
    const others = await OtherServices.on(broker);
    const environment = { VAULT_KEYS, SETTLE_EVERY_MS: '100', ...options.environment };
    const app = await startTestService(channelRow(options.channel).worker, options.module, {
      broker,
      environment,
    });
    const service = new WorkerService(broker, others, app, options);
    await service.standIn();
    return service;
  }

  /** Ends the worker as SIGTERM does: the hooks come first. Nest's own `close` begins with the messages instead. */
  async terminate(): Promise<void> {
    await this.app.get(this.options.finisher, { strict: false }).beforeApplicationShutdown();
    await this.app.close();
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.others.close();
    await this.broker.remove();
  }

  says(content: Partial<DispatchContent>): void {
    this.content = { ...this.content, ...content };
  }

  /** What the account service knows of an integration; secrets travel sealed. */
  integration(
    settings: Record<string, unknown>,
    secrets: Record<string, string>,
    id = newId(),
  ): OpenIntegration {
    const sealed = Object.fromEntries(
      Object.entries(secrets).map(([name, text]) => [name, vault.seal(text, `integration:${id}:${name}`)]),
    );
    const { channel } = this.options;
    const integration: OpenIntegration = { id, channel, version: newId(), settings, sealed };
    this.integrations.set(id, integration);
    return integration;
  }

  /** Offers a batch to these addresses. */
  async release(
    { id: integrationId }: OpenIntegration,
    recipients: readonly (Partial<HandRecipient> & { address: string })[],
    changes: Partial<Hand> = {},
  ): Promise<Hand> {
    const { channel } = this.options;
    const hand = { ...aHand(channel, recipients), integrationId, ...changes };
    const { batchId, campaignId } = hand;
    this.hands.set(batchId, hand);
    await this.others.messenger.publish(hintOf(channel), { batchId, campaignId, release: 1 });
    return hand;
  }

  /** The whole result of a hand, once it has ended. */
  async result({
    batchId,
  }: Hand): Promise<Pick<BatchSettled, 'sent' | 'outcomes' | 'providerDown' | 'returned'>> {
    const pieces = () => this.settled.filter((piece) => piece.batchId === batchId);
    await eventually(() => pieces().some(({ done }) => done));
    const last = pieces().find(({ done }) => done);
    return {
      sent: pieces()
        .flatMap(({ sent }) => sent)
        .sort((a, b) => a - b),
      outcomes: pieces()
        .flatMap(({ outcomes }) => outcomes)
        .sort((a, b) => a.i - b.i),
      providerDown: last?.providerDown ?? null,
      returned: last?.returned ?? [],
    };
  }

  check(integration: OpenIntegration, address: string | null = null): Promise<IntegrationCheck> {
    return this.others.messenger.request(checkOf(this.options.channel), { integration, address });
  }

  private async standIn(): Promise<void> {
    await this.others.answer({
      'batch.take': ({ batchId }) => {
        this.taken.push(batchId);
        return { hand: this.hands.get(batchId) ?? null };
      },
      'dispatch.content': ({ campaignId }) => ({ ...this.content, campaignId }),
      'integration.open': ({ id }) => {
        const integration = this.integrations.get(id);
        if (!integration) throw new Error('There is no such integration in this test');
        return integration;
      },
    });
    await this.others.hear('dispatcher.settlements', {
      'batch.settled': (piece) => {
        this.heard.push('settled');
        this.settled.push(piece);
      },
    });
    await this.others.hear('subscriber.events', {
      'address.refused': (refusal) => {
        this.heard.push('refused');
        this.refused.push(refusal);
      },
    });
  }
}

function aHand(
  channel: Channel,
  recipients: readonly (Partial<HandRecipient> & { address: string })[],
): Omit<Hand, 'integrationId'> {
  const campaignId = newId();
  return {
    batchId: `${campaignId}-0000000000`,
    campaignId,
    userId: newId(),
    channel,
    fence: 1,
    leaseMs: 90_000,
    pacePerSecond: null,
    startInMs: 0,
    validForMs: 3_600_000,
    concurrency: null,
    recipients: recipients.map((recipient, i) => ({ i, subscriberId: newId(), variables: {}, ...recipient })),
  };
}
