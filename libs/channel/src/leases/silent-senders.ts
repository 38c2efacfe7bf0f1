import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ProviderResult } from '../provider';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';
import { timing } from '../timing';

/** How many waiting leases per slot a worker can have: each holds the addresses of its recipients. */
const MOST_WAITING = 4;

/** Receives the events of an active lease that show whether its provider responds. */
export interface WatchedLease {
  /** A send begins. */
  begun: () => void;
  /** A send ends. */
  ended: (result: ProviderResult) => void;
  /** The lease ends. */
  over: () => void;
}

/** The active leases of one sender. */
class Watched {
  leases = 0;
  inFlight = 0;
  answers = 0;
  isSilent = false;
  private answersBefore = 0;
  private quietLooks = 0;

  look(): void {
    const isQuiet = this.inFlight > 0 && this.answers === this.answersBefore;
    this.answersBefore = this.answers;
    this.quietLooks = isQuiet ? this.quietLooks + 1 : 0;
    this.isSilent = this.quietLooks >= timing.quietLooks;
  }
}

/**
 * Senders whose providers have not responded to any send in flight for a while. Their leases only wait, which costs
 * nothing, so other leases get slots in their place. Otherwise a few silent mail servers would occupy a worker for
 * minutes.
 */
@Injectable()
export class SilentSenders implements OnModuleDestroy {
  private readonly watched = new Map<string, Watched>();
  private readonly listeners: ((more: number) => void)[] = [];
  private waiting = 0;
  private known = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(CHANNEL_SETTINGS) private readonly settings: Pick<ChannelSettings, 'leases'>) {}

  /** The IDs of the silent senders. */
  get ids(): string[] {
    return [...this.watched].flatMap(([id, { isSilent }]) => (isSilent ? [id] : []));
  }

  /** The number of additional slots that compensate for leases of silent senders. */
  get lent(): number {
    return this.waiting;
  }

  /** @param listener is called with each change in the number of additional slots; a negative change removes slots */
  onChange(listener: (more: number) => void): void {
    this.listeners.push(listener);
  }

  watch(senderId: string): WatchedLease {
    const watched = this.watched.get(senderId) ?? new Watched();
    this.watched.set(senderId, watched);
    watched.leases += 1;
    this.timer ??= setInterval(() => this.look(), timing.look).unref();
    return {
      begun: () => (watched.inFlight += 1),
      ended: (result) => {
        watched.inFlight -= 1;
        if (isAnswer(result)) watched.answers += 1;
      },
      over: () => {
        watched.leases -= 1;
        if (watched.leases === 0) this.watched.delete(senderId);
        this.announce();
      },
    };
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    for (const watched of this.watched.values()) watched.look();
    this.announce();
  }

  private announce(): void {
    if (this.watched.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    const silent = [...this.watched.values()].filter(({ isSilent }) => isSilent);
    const waiting = Math.min(
      silent.reduce((sum, { leases }) => sum + leases, 0),
      MOST_WAITING * this.settings.leases,
    );
    const more = waiting - this.waiting;
    const known = this.ids.join();
    if (more === 0 && known === this.known) return;
    [this.waiting, this.known] = [waiting, known];
    for (const listener of this.listeners) listener(more);
  }
}

/** Whether the provider has responded. Results from this worker have no code. */
function isAnswer(result: ProviderResult): boolean {
  return result.kind === 'sent' || result.code !== null;
}
