import { type Hand, channelRow } from '@carillon/contracts';
import { timing } from '../limits';
import type { ProviderResult } from '../provider';
import type { Settlement } from '../settlements/settlement';
import { Caution } from './caution';
import { Pace } from './pace';
import { ENOUGH } from './provider-patience';

/** Says when the next send of a hand may start, by all that has a say in it: its time, its pace, the doubts, its lease. */
export class Turns {
  private readonly pace: Pace;
  private readonly caution: Caution;
  private readonly endsAt: number;

  /** @param ended when no send may start any more */
  constructor(
    hand: Hand,
    private readonly settlement: Settlement,
    private readonly ended: AbortSignal,
  ) {
    this.pace = new Pace(hand.pacePerSecond, hand.startInMs);
    this.endsAt = performance.now() + durationMs(hand);
    const isForEver = channelRow(hand.channel).inDoubt === 'unconfirmed';
    this.caution = new Caution(isForEver ? ENOUGH : Infinity, ended);
  }

  /** Resolves with true as soon as a send may start, with false when none may any more. */
  async next(): Promise<boolean> {
    if (performance.now() > this.endsAt || !(await this.pace.turn(this.ended))) return false;
    if (!(await this.caution.turn())) return false;
    if (await this.settlement.mayStart(this.ended)) return true;
    this.caution.over(null);
    return false;
  }

  /** A send that had its turn is over. */
  over(result: ProviderResult): void {
    this.caution.over(result);
  }
}

/** For how long sends are started (milliseconds): what its pace takes, and as much as any hand has. */
function durationMs({ startInMs, pacePerSecond, recipients }: Hand): number {
  const paced = pacePerSecond === null ? 0 : (recipients.length / pacePerSecond) * 1_000;
  return startInMs + paced + timing.hand;
}
