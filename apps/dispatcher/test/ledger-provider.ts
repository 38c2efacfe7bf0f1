import type { Report } from '../src/ledger/facts';
import { report } from './batches';

/** A message that a provider accepted, and whether it arrives, is read, or fails later. */
export interface AcceptedMessage {
  fence: number;
  id: string;
  end: 'nothing' | 'arrived' | 'read' | 'failed';
}

/** The provider's reports about a message, in random order. */
const reportsOf: Record<AcceptedMessage['end'], Report['state'][]> = {
  nothing: [],
  arrived: ['SENT', 'DELIVERED'],
  read: ['SENT', 'DELIVERED', 'READ'],
  failed: ['SENT', 'FAILED'],
};
const ends = Object.keys(reportsOf) as AcceptedMessage['end'][];

/** The maximum number of steps between an accepted message and a report on it. */
const MAX_DELAY = 300;

/**
 * A provider that remembers accepted messages and reports on them at any time, unless it makes no callbacks and returns
 * no IDs.
 */
export class Provider {
  readonly accepted: AcceptedMessage[][];
  /** The scheduled reports, each with its earliest step. */
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

  /** Returns the message's ID, if it has one, and schedules all its reports. */
  accept(i: number, fence: number, now: { step: number; at: Date }): string | null {
    const id = `m${i}-${fence}`;
    const end = (this.callsBack ? ends[this.roll(ends.length)] : undefined) ?? 'nothing';
    this.accepted[i]?.push({ fence, id, end });
    const from = now.step + (this.roll(3) === 0 ? this.roll(MAX_DELAY) : 0);
    for (const state of reportsOf[end]) {
      const call = { report: report(i, { providerId: id, state, at: now.at }), from };
      this.calls.push(call, ...(this.roll(3) === 0 ? [call] : []));
    }
    return this.callsBack ? id : null;
  }

  /** Returns some of the due reports. */
  callBack(step: number): Report[] {
    const due = this.calls.filter(({ from }) => from <= step);
    const gathered = Array.from({ length: 1 + this.roll(4) }, () =>
      due.splice(this.roll(due.length), 1),
    ).flat();
    for (const call of gathered) this.calls.splice(this.calls.indexOf(call), 1);
    return gathered.map((call) => call.report);
  }
}
