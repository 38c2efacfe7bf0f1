import {
  AppError,
  type BatchReleased,
  type Hand,
  type Payload,
  type Reply,
  newId,
} from '@carillon/contracts';
import { type Stage, until } from './stage';

type Settlement = Payload<'batch.settled'>;

/** A worker without a provider: takes, sends to nobody, and reports what a test tells it to. */
export class Worker {
  /** Every address that was in a hand, in the order of sending. */
  readonly sent: string[] = [];

  constructor(
    private readonly stage: Stage,
    readonly name = 'worker-1',
  ) {}

  /** A hint about this campaign that nobody has looked at yet. */
  heard(campaignId: string): BatchReleased | undefined {
    const { hints } = this.stage;
    const at = hints.findIndex((hint) => hint.campaignId === campaignId);
    return at < 0 ? undefined : hints.splice(at, 1)[0];
  }

  nextHint(campaignId: string): Promise<BatchReleased> {
    return until('a released batch', () => this.heard(campaignId));
  }

  async take({ batchId, release }: BatchReleased, requestId = newId()): Promise<Hand | null> {
    const request = { batchId, release, holder: this.name, requestId };
    const { hand } = await until('an answer', () => this.ask(request));
    return hand;
  }

  /** Null: the dispatcher cannot answer now. A worker asks again with the same request id, and so does this one. */
  private async ask(request: Payload<'batch.take'>): Promise<Reply<'batch.take'> | null> {
    try {
      return await this.stage.others.messenger.request('batch.take', request);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return null;
      throw error;
    }
  }

  /** The next hand of a campaign; stale hints are skipped, as a worker does. */
  takeNext(campaignId: string): Promise<Hand> {
    return until('a hand', async () => {
      const hint = this.heard(campaignId);
      return hint && this.take(hint);
    });
  }

  /** Reports a hand: all of it sent, unless it says otherwise; what is not named is given back at the end. */
  async settle(hand: Hand, more: Partial<Settlement> = {}): Promise<void> {
    const all = hand.recipients.map(({ i }) => i);
    const { outcomes = [], done = true } = more;
    const sent = more.sent ?? all.filter((i) => !outcomes.some((outcome) => outcome.i === i));
    const named = new Set([...sent, ...outcomes.map(({ i }) => i)]);
    await this.stage.others.messenger.publish('batch.settled', {
      batchId: hand.batchId,
      campaignId: hand.campaignId,
      holder: this.name,
      fence: hand.fence,
      sent,
      outcomes,
      done,
      ...(done && { returned: all.filter((i) => !named.has(i)) }),
      providerDown: null,
      ...more,
    });
  }

  /** Takes whatever is offered of a campaign and sends to everybody, until it is complete. */
  async sendAll(campaignId: string): Promise<string[]> {
    const from = this.sent.length;
    await until('the campaign to complete', async () => {
      await this.sendWhatIsOffered(campaignId);
      return this.stage.isComplete(campaignId);
    });
    return this.sent.slice(from);
  }

  async sendWhatIsOffered(campaignId: string): Promise<void> {
    for (let hint = this.heard(campaignId); hint; hint = this.heard(campaignId)) {
      const hand = await this.take(hint);
      if (!hand) continue;
      this.sent.push(...hand.recipients.map(({ address }) => address));
      await this.settle(hand);
    }
  }
}
