import type { Exception } from './batch';

type Change = Pick<Exception, 'i' | 'state' | 'at'> & Partial<Exception>;

const blank = {
  reason: null,
  permanent: false,
  attempts: 0,
  attemptsBefore: 0,
  patience: 0,
  doubts: 0,
  doubtful: false,
  failingSince: null,
  providerCode: null,
  providerId: null,
  notBefore: null,
  answeredBy: null,
  duplicate: false,
} satisfies Omit<Exception, 'i' | 'state' | 'at'>;

/** The exceptions of a batch by position, while a fact is worked in. The entries it was given are not changed. */
export class ExceptionBook {
  private readonly byPosition: Map<number, Exception>;

  constructor(exceptions: readonly Exception[]) {
    this.byPosition = new Map(exceptions.map((exception) => [exception.i, exception]));
  }

  get(position: number): Exception | undefined {
    return this.byPosition.get(position);
  }

  doubts(position: number): number {
    return this.byPosition.get(position)?.doubts ?? 0;
  }

  attempts(position: number): number {
    return this.byPosition.get(position)?.attempts ?? 0;
  }

  /** The attempts of this run. */
  attemptsOfRun(position: number): number {
    return this.attempts(position) - (this.byPosition.get(position)?.attemptsBefore ?? 0);
  }

  /** Writes what is new; attempts, doubts and the like stay as they were unless the change names them. */
  put(change: Change): void {
    const before = this.byPosition.get(change.i) ?? blank;
    this.byPosition.set(change.i, {
      ...before,
      reason: null,
      providerCode: null,
      notBefore: null,
      permanent: false,
      ...change,
    });
  }

  /** Ends what is not tried again. Of what may have gone out nobody can say that it has not. */
  giveUp(change: Change): void {
    const known = this.byPosition.get(change.i);
    if (!known?.doubtful) this.put(change);
    else this.put({ ...change, state: 'UNCONFIRMED', reason: change.reason ?? known.reason });
  }

  entries(): Exception[] {
    return [...this.byPosition.values()].sort((a, b) => a.i - b.i);
  }
}
