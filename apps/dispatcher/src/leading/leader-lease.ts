import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { HOLDER } from '../holder';
import { Leases } from './leases';

/** A stretch of leadership: from when this process became the leader until it is not, with no gap in between. */
export interface Term {
  /** When it began, on the monotonic clock. */
  readonly since: number;
  /** Asked before each thing that only the leader does; costs nothing. */
  isOver(): boolean;
}

/** How long a lease lasts on the database's clock (milliseconds): a dead leader is replaced in less than ten seconds. */
const LEASE_MS = 6_000;
/** The leader stops by its own clock before anybody else may begin. */
const SAFE_MS = (LEASE_MS * 2) / 3;
const RENEW_AFTER_MS = LEASE_MS / 3;
/** Somebody else has it: no need to ask more often, however much there is to do. */
const ASK_AGAIN_MS = LEASE_MS / 6;

/**
 * One dispatcher leads: it alone releases and sweeps. The lease is kept on the database's clock; the leader itself
 * stops by its own monotonic clock at two thirds of it.
 */
@Injectable()
export class LeaderLease implements BeforeApplicationShutdown {
  private own: OwnTerm | null = null;
  private refusedAt = -Infinity;
  private exists = false;
  private resigned = false;
  /** Several duties ask at the same time. */
  private asking: Promise<void> | null = null;

  constructor(
    private readonly leases: Leases,
    @Inject(HOLDER) private readonly holder: string,
  ) {}

  /** The term that this process leads in; null: it does not lead. Asks the database when a third of the lease is over. */
  async term(): Promise<Term | null> {
    const now = performance.now();
    if (this.resigned || now - this.refusedAt < ASK_AGAIN_MS) return null;
    if (this.own && now - this.own.confirmedAt < RENEW_AFTER_MS) return this.own;
    this.asking ??= this.ask().finally(() => (this.asking = null));
    await this.asking;
    return this.own && !this.own.isOver() ? this.own : null;
  }

  /** Gives the lease back, so that the next one need not wait for its end. */
  async beforeApplicationShutdown(): Promise<void> {
    this.resigned = true;
    this.own?.end();
    await this.leases.giveBack(this.holder);
  }

  private async ask(): Promise<void> {
    const askedAt = performance.now();
    if (await this.acquire()) this.confirm(askedAt);
    else this.lose();
  }

  private confirm(askedAt: number): void {
    if (this.resigned) return;
    if (this.own && !this.own.isOver()) this.own.renew(askedAt);
    else this.own = new OwnTerm(askedAt);
  }

  private lose(): void {
    this.own?.end();
    this.own = null;
    this.refusedAt = performance.now();
  }

  private async acquire(): Promise<boolean> {
    if (await this.leases.extend(this.holder, LEASE_MS)) return true;
    if (this.exists) return false;
    await this.leases.begin();
    this.exists = true;
    return this.leases.extend(this.holder, LEASE_MS);
  }
}

class OwnTerm implements Term {
  readonly since: number;
  private ended = false;

  constructor(public confirmedAt: number) {
    this.since = confirmedAt;
  }

  renew(confirmedAt: number): void {
    this.confirmedAt = Math.max(this.confirmedAt, confirmedAt);
  }

  isOver(): boolean {
    return this.ended || performance.now() - this.confirmedAt >= SAFE_MS;
  }

  end(): void {
    this.ended = true;
  }
}
