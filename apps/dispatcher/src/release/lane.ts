import type { Channel } from '@carillon/contracts';
import type { Outstanding } from './backlog';
import type { Contender, DueCampaign } from './contender';
import { fairestFirst, mayHaveMore } from './fair-order';

/** One channel's window while it is being filled: who contends, what is offered, how much room there is. */
export class Lane {
  private readonly contenders = new Map<string, Contender>();
  private readonly releasedOfUser = new Map<string, number>();
  private readonly queues = new Map<string, string[]>();
  private released = 0;

  constructor(
    readonly channel: Channel,
    private readonly window: number,
    due: readonly DueCampaign[],
    outstanding: readonly Outstanding[],
  ) {
    for (const campaign of due) {
      this.contenders.set(campaign.campaign, { ...campaign, campaignInHand: 0, userInHand: 0 });
    }
    for (const row of outstanding) {
      if (row.channel === channel) this.count(row.user, row.campaign, row.released, row.recipients);
    }
  }

  /** Batches that may still be offered. */
  get free(): number {
    return this.window - this.released;
  }

  /** The campaign whose batch is offered next; undefined: the window is full or nobody has anything to send. */
  next(): Contender | undefined {
    if (this.free <= 0) return undefined;
    const ranked = fairestFirst([...this.contenders.values()]);
    return ranked.find(({ user }) =>
      mayHaveMore(
        this.releasedOfUser.get(user) ?? 0,
        this.window,
        ranked.some((other) => other.user !== user),
      ),
    );
  }

  /** The batches that were looked up for a campaign and are not offered yet; undefined: not looked up. */
  queueOf(campaign: string): string[] | undefined {
    return this.queues.get(campaign);
  }

  enqueue(campaign: string, batches: string[]): string[] {
    this.queues.set(campaign, batches);
    return batches;
  }

  /** The campaign has nothing due in this channel. */
  exhausted(campaign: string): void {
    this.contenders.delete(campaign);
  }

  /** An integration is being tried with one recipient: nothing else of it goes. */
  probed(integration: string): void {
    for (const contender of this.contenders.values()) {
      if (contender.integration === integration) this.contenders.delete(contender.campaign);
    }
  }

  /** A batch of so many recipients was offered; 0: somebody else was faster. */
  offered({ campaign, user }: Contender, recipients: number): void {
    this.count(user, campaign, recipients > 0 ? 1 : 0, recipients);
  }

  private count(user: string, campaign: string, released: number, recipients: number): void {
    this.released += released;
    this.releasedOfUser.set(user, (this.releasedOfUser.get(user) ?? 0) + released);
    for (const contender of this.contenders.values()) {
      if (contender.user === user) contender.userInHand += recipients;
      if (contender.campaign === campaign) contender.campaignInHand += recipients;
    }
  }
}
