import {
  type AddressRefused,
  type BatchSettled,
  type Channel,
  type PublishedContent,
  type Lease,
  type LeasedRecipient,
  type IntegrationCheck,
  type OpenIntegration,
  type TestSendState,
  checkOf,
  hintOf,
  newId,
  sendOneOf,
} from '@carillon/contracts';
import { createVault, integrationContext, parseKeyRing } from '@carillon/vault';
import { eventually } from './eventually';
import type { OtherServices } from './service-harness';
import type { TestBroker } from './test-broker';
import {
  VAULT_KEYS,
  type WorkerServiceOptions,
  type WorkerFixture,
  runWorker,
  startFixture,
} from './worker-fixture';

const vault = createVault(parseKeyRing(VAULT_KEYS));

/** A worker on a real broker, with stand-ins for the dispatcher, the account service and the subscriber service. */
export class WorkerService {
  readonly settled: BatchSettled[] = [];
  /** Refused addresses that were reported. */
  readonly refused: AddressRefused[] = [];
  /** The requests for leases and for integrations. */
  readonly taken: string[] = [];
  readonly opened: string[] = [];
  /** The order in which refusals and settlements arrived. */
  readonly heard: ('refused' | 'settled')[] = [];
  /** The test sends that were begun. */
  private readonly begun = new Set<string>();
  private readonly leases = new Map<string, Lease>();
  private readonly integrations = new Map<string, OpenIntegration>();
  private readonly more: { close(): Promise<void> }[] = [];
  private content: WorkerServiceOptions['content'];

  protected constructor(
    private readonly fixture: WorkerFixture,
    private readonly options: WorkerServiceOptions,
  ) {
    this.content = options.content;
  }

  static async on(options: WorkerServiceOptions): Promise<WorkerService> {
    const service = new WorkerService(await startFixture(options), options);
    await service.standIn();
    return service;
  }

  get broker(): TestBroker {
    return this.fixture.broker;
  }

  get others(): OtherServices {
    return this.fixture.others;
  }

  /** Starts an additional worker. */
  async join(): Promise<void> {
    this.more.push(await runWorker(this.broker, this.options));
  }

  /** Ends the worker as SIGTERM does: hooks run first. Nest's own `close` stops the messages first. */
  async terminate(): Promise<void> {
    await this.fixture.app.get(this.options.finisher, { strict: false }).beforeApplicationShutdown();
    await this.fixture.app.close();
  }

  async stop(): Promise<void> {
    for (const worker of [this.fixture.app, ...this.more]) await worker.close();
    await this.others.close();
    await this.broker.remove();
  }

  says(content: Partial<PublishedContent>): void {
    this.content = { ...this.content, ...content };
  }

  /** Adds an integration to the account service; its secrets are sealed in transit. */
  addIntegration(
    settings: Record<string, unknown>,
    secrets: Record<string, string>,
    id = newId(),
  ): OpenIntegration {
    const sealed = Object.fromEntries(
      Object.entries(secrets).map(([name, text]) => [name, vault.seal(text, integrationContext(id, name))]),
    );
    const { channel } = this.options;
    const integration: OpenIntegration = { id, channel, version: newId(), settings, sealed };
    this.integrations.set(id, integration);
    return integration;
  }

  /** Offers a batch with these addresses. */
  async offer(
    { id: integrationId }: Pick<OpenIntegration, 'id'>,
    recipients: readonly (Partial<LeasedRecipient> & { address: string })[],
    changes: Partial<Lease> = {},
  ): Promise<Lease> {
    const { channel } = this.options;
    const lease = { ...aLease(channel, recipients), integrationId, ...changes };
    const { batchId, campaignId, leaseMs } = lease;
    this.leases.set(batchId, lease);
    await this.others.messenger.publish(hintOf(channel), { batchId, campaignId, release: 1, leaseMs });
    return lease;
  }

  /** Returns the whole result of a lease after it has ended. */
  async result({
    batchId,
  }: Lease): Promise<Required<Pick<BatchSettled, 'sent' | 'outcomes' | 'providerDown' | 'returned'>>> {
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

  /** Lets the worker send one message outside of any batch; a test send is begun only once. */
  async sendOne(
    { id: integrationId }: OpenIntegration,
    recipient: { address: string; variables: Record<string, unknown> },
    testSendId = newId(),
  ): Promise<TestSendState> {
    const { state } = await this.others.messenger.request(sendOneOf(this.options.channel), {
      ...{ testSendId, turn: newId(), userId: newId(), integrationId },
      content: { ...this.content, campaignId: testSendId },
      recipient: { i: 0, subscriberId: testSendId, ...recipient },
    });
    return state;
  }

  protected async standIn(): Promise<void> {
    await this.others.answer({
      'batch.lease': ({ batchId }) => {
        this.taken.push(batchId);
        return { lease: this.leases.get(batchId) ?? null };
      },
      'dispatch.content': ({ campaignId }) => ({ ...this.content, campaignId }),
      'test-send.begin': ({ testSendId }) => ({
        granted: !this.begun.has(testSendId) && this.begun.add(testSendId).has(testSendId),
      }),
      'integration.open': ({ id }) => {
        this.opened.push(id);
        const integration = this.integrations.get(id);
        if (!integration) throw new Error('Integration not found in this test');
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

function aLease(
  channel: Channel,
  recipients: readonly (Partial<LeasedRecipient> & { address: string })[],
): Omit<Lease, 'integrationId'> {
  const campaignId = newId();
  return {
    batchId: `${campaignId}-0000000000`,
    campaignId,
    userId: newId(),
    channel,
    fence: 1,
    leaseMs: 90_000,
    sendsPerSecond: null,
    startInMs: 0,
    validForMs: 3_600_000,
    concurrency: null,
    recipients: recipients.map((recipient, i) => ({ i, subscriberId: newId(), variables: {}, ...recipient })),
  };
}
