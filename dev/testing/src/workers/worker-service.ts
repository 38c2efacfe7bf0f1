import {
  type AddressRefused,
  type BatchSettled,
  type Channel,
  type PublishedContent,
  type Lease,
  type LeasedRecipient,
  type SenderCheck,
  type OpenSender,
  type TestSendState,
  checkOf,
  hintOf,
  newId,
  sendOneOf,
  usualProvider,
} from '@carillon/contracts';
import { createVault, senderContext, parseKeyRing } from '@carillon/vault';
import { eventually } from '../eventually';
import type { OtherServices } from '../service-harness';
import type { TestBroker } from '../test-broker';
import {
  VAULT_KEYS,
  type WorkerServiceOptions,
  type WorkerFixture,
  runWorker,
  startFixture,
} from './worker-fixture';

const vault = createVault(parseKeyRing(VAULT_KEYS));

/** A worker on a real broker, with stand-ins for the dispatcher, the account service, and the subscriber service. */
export class WorkerService {
  readonly settled: BatchSettled[] = [];
  /** The reported refused addresses. */
  readonly refused: AddressRefused[] = [];
  /** The requests for leases and for senders. */
  readonly taken: string[] = [];
  readonly opened: string[] = [];
  /** The order in which refusals and settlements arrived. */
  readonly reports: ('refused' | 'settled')[] = [];
  /** The test sends that were begun. */
  private readonly begun = new Set<string>();
  private readonly leases = new Map<string, Lease>();
  private readonly senders = new Map<string, OpenSender>();
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

  /** Starts another worker. */
  async join(): Promise<void> {
    this.more.push(await runWorker(this.broker, this.options));
  }

  /** Ends the worker as SIGTERM does, with hooks first. Nest's own `close` stops the messages first. */
  async terminate(): Promise<void> {
    await this.fixture.app.get(this.options.finisher, { strict: false }).beforeApplicationShutdown();
    await this.fixture.app.close();
  }

  async stop(): Promise<void> {
    for (const worker of [this.fixture.app, ...this.more]) await worker.close();
    await this.others.close();
    await this.broker.remove();
  }

  setContent(content: Partial<PublishedContent>): void {
    this.content = { ...this.content, ...content };
  }

  /** Adds a sender to the account service. Its secrets are sealed in transit. */
  addSender(
    settings: Record<string, unknown>,
    secrets: Record<string, string>,
    id = newId(),
    provider = usualProvider(this.options.channel),
  ): OpenSender {
    const sealed = Object.fromEntries(
      Object.entries(secrets).map(([name, text]) => [name, vault.seal(text, senderContext(id, name))]),
    );
    const { channel } = this.options;
    const sender: OpenSender = { id, channel, provider, version: newId(), settings, sealed };
    this.senders.set(id, sender);
    return sender;
  }

  /** Offers a batch with these addresses. */
  async offer(
    { id: senderId }: Pick<OpenSender, 'id'>,
    recipients: readonly (Partial<LeasedRecipient> & { address: string })[],
    changes: Partial<Lease> = {},
  ): Promise<Lease> {
    const { channel } = this.options;
    const lease = { ...aLease(channel, recipients), senderId, ...changes };
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

  check(sender: OpenSender, address: string | null = null): Promise<SenderCheck> {
    return this.others.messenger.request(checkOf(this.options.channel), { sender, address });
  }

  /** Makes the worker send one message outside of any batch. A test send begins only once. */
  async sendOne(
    { id: senderId }: OpenSender,
    recipient: { address: string; variables: Record<string, unknown> },
    testSendId = newId(),
  ): Promise<TestSendState> {
    const { state } = await this.others.messenger.request(sendOneOf(this.options.channel), {
      ...{ testSendId, turn: newId(), userId: newId(), senderId },
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
      'sender.open': ({ id }) => {
        this.opened.push(id);
        const sender = this.senders.get(id);
        if (!sender) throw new Error('There is no such sender in this test');
        return sender;
      },
    });
    await this.others.hear('dispatcher.settlements', {
      'batch.settled': (piece) => {
        this.reports.push('settled');
        this.settled.push(piece);
      },
    });
    await this.others.hear('subscriber.events', {
      'address.refused': (refusal) => {
        this.reports.push('refused');
        this.refused.push(refusal);
      },
    });
  }
}

function aLease(
  channel: Channel,
  recipients: readonly (Partial<LeasedRecipient> & { address: string })[],
): Omit<Lease, 'senderId'> {
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
