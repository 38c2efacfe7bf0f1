import {
  AppError,
  type BatchReleased,
  type Lease,
  type Payload,
  type Reply,
  newId,
} from '@carillon/contracts';
import { type Fixture, until } from './fixture';

type Settlement = Payload<'batch.settled'>;

/** A worker without a provider: leases batches, sends nothing, and reports the results of a test. */
export class Worker {
  /** Every leased address, in the order of sending. */
  readonly sent: string[] = [];

  constructor(
    private readonly fixture: Fixture,
    readonly name = 'worker-1',
  ) {}

  /** An unused hint about this campaign. */
  heard(campaignId: string): BatchReleased | undefined {
    const { hints } = this.fixture;
    const at = hints.findIndex((hint) => hint.campaignId === campaignId);
    return at < 0 ? undefined : hints.splice(at, 1)[0];
  }

  nextHint(campaignId: string): Promise<BatchReleased> {
    return until('a released batch', () => this.heard(campaignId));
  }

  async take({ batchId, release }: BatchReleased, requestId = newId()): Promise<Lease | null> {
    const request = { batchId, release, holder: this.name, requestId };
    const { lease } = await until('an answer', () => this.ask(request));
    return lease;
  }

  /**
   * Returns null if the dispatcher cannot answer now. A worker asks again with the same request id, and so does this
   * one.
   */
  private async ask(request: Payload<'batch.lease'>): Promise<Reply<'batch.lease'> | null> {
    try {
      return await this.fixture.others.messenger.request('batch.lease', request);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return null;
      throw error;
    }
  }

  /** The next lease of a campaign; skips stale hints, as a worker does. */
  takeNext(campaignId: string): Promise<Lease> {
    return until('a lease', async () => {
      const hint = this.heard(campaignId);
      return hint && this.take(hint);
    });
  }

  /** Settles a lease: all of it sent, unless a test says otherwise; positions not named are returned at the end. */
  async settle(lease: Lease, more: Partial<Settlement> = {}): Promise<void> {
    const all = lease.recipients.map(({ i }) => i);
    const { outcomes = [], done = true } = more;
    const sent = more.sent ?? all.filter((i) => !outcomes.some((outcome) => outcome.i === i));
    const named = new Set([...sent, ...outcomes.map(({ i }) => i)]);
    await this.fixture.others.messenger.publish('batch.settled', {
      batchId: lease.batchId,
      campaignId: lease.campaignId,
      holder: this.name,
      fence: lease.fence,
      sent,
      outcomes,
      done,
      leaseMs: lease.leaseMs,
      ...(done && { returned: all.filter((i) => !named.has(i)) }),
      providerDown: null,
      ...more,
    });
  }

  /** Leases every offered batch of a campaign and sends to everybody, until it is complete. */
  async sendAll(campaignId: string): Promise<string[]> {
    const from = this.sent.length;
    await until('the campaign to complete', async () => {
      await this.sendWhatIsOffered(campaignId);
      return this.fixture.isComplete(campaignId);
    });
    return this.sent.slice(from);
  }

  async sendWhatIsOffered(campaignId: string): Promise<void> {
    for (let hint = this.heard(campaignId); hint; hint = this.heard(campaignId)) {
      const lease = await this.take(hint);
      if (!lease) continue;
      this.sent.push(...lease.recipients.map(({ address }) => address));
      await this.settle(lease);
    }
  }
}
