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

  /** Takes an unread hint about this campaign, if any. */
  pollHint(campaignId: string): BatchReleased | undefined {
    const { hints } = this.fixture;
    const at = hints.findIndex((hint) => hint.campaignId === campaignId);
    return at < 0 ? undefined : hints.splice(at, 1)[0];
  }

  nextHint(campaignId: string): Promise<BatchReleased> {
    return until('a released batch', () => this.pollHint(campaignId));
  }

  async take({ batchId, release }: BatchReleased, requestId = newId()): Promise<Lease | null> {
    const request = { batchId, release, holder: this.name, requestId };
    const { lease } = await until('a response', () => this.request(request));
    return lease;
  }

  /**
   * Returns null if the dispatcher is unavailable. In this case, the worker repeats the request with the same ID, like
   * a real worker.
   */
  private async request(request: Payload<'batch.lease'>): Promise<Reply<'batch.lease'> | null> {
    try {
      return await this.fixture.others.messenger.request('batch.lease', request);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return null;
      throw error;
    }
  }

  /** The next lease of a campaign. Skips stale hints like a real worker. */
  takeNext(campaignId: string): Promise<Lease> {
    return until('a lease', async () => {
      const hint = this.pollHint(campaignId);
      return hint && this.take(hint);
    });
  }

  /** Settles a lease. By default, all positions are sent. At the end, positions without a result are returned. */
  async settle(lease: Lease, more: Partial<Settlement> = {}): Promise<void> {
    const all = lease.recipients.map(({ i }) => i);
    const { outcomes = [], done = true } = more;
    const sent = more.sent ?? all.filter((i) => !outcomes.some((outcome) => outcome.i === i));
    const withResult = new Set([...sent, ...outcomes.map(({ i }) => i)]);
    await this.fixture.others.messenger.publish('batch.settled', {
      batchId: lease.batchId,
      campaignId: lease.campaignId,
      holder: this.name,
      fence: lease.fence,
      sent,
      outcomes,
      done,
      leaseMs: lease.leaseMs,
      ...(done && { returned: all.filter((i) => !withResult.has(i)) }),
      providerDown: null,
      ...more,
    });
  }

  /** Leases and sends every offered batch of a campaign until it is complete. */
  async sendAll(campaignId: string): Promise<string[]> {
    const from = this.sent.length;
    await until('the campaign to complete', async () => {
      await this.sendOffered(campaignId);
      return this.fixture.isComplete(campaignId);
    });
    return this.sent.slice(from);
  }

  async sendOffered(campaignId: string): Promise<void> {
    for (let hint = this.pollHint(campaignId); hint; hint = this.pollHint(campaignId)) {
      const lease = await this.take(hint);
      if (!lease) continue;
      this.sent.push(...lease.recipients.map(({ address }) => address));
      await this.settle(lease);
    }
  }
}
