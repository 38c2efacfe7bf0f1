import type { SenderHealth, SendingHealth } from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { seldom } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Dispatches } from '../dispatch';
import { BatchCounts } from '../ledger';
import { Breakers, WorkerRegistry } from '../releasing';
import { figuresOfSender } from './figures';
import { Backlog } from './waiting';

const HOUR_MS = 3_600_000;
/** The number of senders that a reply lists. */
const LISTED = 200;

/** The state of all channels and senders, for operators. Readers share a count, because it reads the whole last hour. */
@Injectable()
export class ReadSendingHealth {
  readonly health = seldom(() => this.read());

  constructor(
    private readonly backlog: Backlog,
    private readonly workerRegistry: WorkerRegistry,
    private readonly breakers: Breakers,
    private readonly dispatches: Dispatches,
    private readonly batchCounts: BatchCounts,
    private readonly clock: DatabaseClock,
  ) {}

  private async read(): Promise<SendingHealth> {
    const now = await this.clock.now();
    const since = new Date(now.getTime() - HOUR_MS);
    const [channels, open, campaigns] = await Promise.all([
      this.backlog.survey(),
      this.breakers.all(),
      this.dispatches.activeSince(since),
    ]);
    const senders = new Map<string, SenderHealth>();
    for (const { sender, counts } of await this.batchCounts.settledBySender(campaigns, since))
      for (const { channel, sent, failed, unconfirmed } of figuresOfSender(counts))
        senders.set(sender, { senderId: sender, channel, sent, failed, unconfirmed, unusable: null });
    for (const { sender, channel, reason, providerCode, since: from, nextTryAt } of open) {
      const known = senders.get(sender) ?? { senderId: sender, channel, sent: 0, failed: 0, unconfirmed: 0 };
      const unusable = {
        reason,
        providerCode,
        since: from.toISOString(),
        nextTryAt: nextTryAt.toISOString(),
      };
      senders.set(sender, { ...known, unusable });
    }
    const sorted = [...senders.values()].sort(byUrgency);
    return {
      asOf: now.toISOString(),
      channels: channels.map((backlog) => ({
        ...backlog,
        workers: this.workerRegistry.workers(backlog.channel),
        capacity: this.workerRegistry.capacity(backlog.channel),
      })),
      senders: sorted.slice(0, LISTED),
      others: Math.max(0, sorted.length - LISTED),
    };
  }
}

function byUrgency(a: SenderHealth, b: SenderHealth): number {
  return (
    Number(b.unusable !== null) - Number(a.unusable !== null) ||
    b.failed + b.unconfirmed - (a.failed + a.unconfirmed) ||
    b.sent - a.sent ||
    (a.senderId < b.senderId ? -1 : 1)
  );
}
