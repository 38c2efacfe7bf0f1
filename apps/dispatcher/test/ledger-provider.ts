import type { Report } from '../src/ledger/facts';
import { report } from './batches';

/** A message that a provider took, and whether it said later that this one arrived, was read, or failed. */
export interface Taken {
  fence: number;
  id: string;
  end: 'nothing' | 'arrived' | 'read' | 'failed';
}

/** What it calls back about a message, in no order. */
const words: Record<Taken['end'], Report['state'][]> = {
  nothing: [],
  arrived: ['SENT', 'DELIVERED'],
  read: ['SENT', 'DELIVERED', 'READ'],
  failed: ['SENT', 'FAILED'],
};
const ends = Object.keys(words) as Taken['end'][];

/** A callback comes so many steps after its message was taken, at most. */
const LATEST = 300;

/** Remembers what it took, and calls back about it whenever it likes, unless it gives no names and says no more. */
export class Provider {
  readonly accepted: Taken[][];
  /** What it will call back, and at which step at the earliest. */
  private readonly calls: { report: Report; from: number }[] = [];

  constructor(
    size: number,
    private readonly callsBack: boolean,
    private readonly roll: (sides: number) => number,
  ) {
    this.accepted = Array.from({ length: size }, () => []);
  }

  get isQuiet(): boolean {
    return this.calls.length === 0;
  }

  /** Answers the name of the message, if it has one; all that will ever be said about it is on its way at once. */
  accept(i: number, fence: number, now: { step: number; at: Date }): string | null {
    const id = `m${i}-${fence}`;
    const end = (this.callsBack ? ends[this.roll(ends.length)] : undefined) ?? 'nothing';
    this.accepted[i]?.push({ fence, id, end });
    const from = now.step + (this.roll(3) === 0 ? this.roll(LATEST) : 0);
    for (const state of words[end]) {
      const call = { report: report(i, { providerId: id, state, at: now.at }), from };
      this.calls.push(call, ...(this.roll(3) === 0 ? [call] : []));
    }
    return this.callsBack ? id : null;
  }

  /** Some of what may come by now. */
  callBack(step: number): Report[] {
    const due = this.calls.filter(({ from }) => from <= step);
    const gathered = Array.from({ length: 1 + this.roll(4) }, () =>
      due.splice(this.roll(due.length), 1),
    ).flat();
    for (const call of gathered) this.calls.splice(this.calls.indexOf(call), 1);
    return gathered.map((call) => call.report);
  }
}
