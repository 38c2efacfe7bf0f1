import { Inject, Injectable } from '@nestjs/common';
import type { Hand, Payload } from '@carillon/contracts';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import { Completions } from '../dispatches/completions';
import { Dispatches } from '../dispatches/dispatches';
import { apply } from '../ledger/apply';
import type { Batch } from '../ledger/batch';
import { Batches } from '../ledger/batches';
import type { Granted } from '../ledger/facts';
import { type RosterEntry, Rosters } from '../ledger/rosters';
import { Paces } from '../limits/paces';
import type { Portion } from '../limits/portion';
import { describeHand } from './describe-hand';
import { HandTerms, type Terms } from './hand-terms';

type Request = Payload<'batch.take'>;

/** Gives a worker the right to send to a batch's recipients. The same request gets the same hand again. */
@Injectable()
export class TakeBatch {
  constructor(
    private readonly batches: Batches,
    private readonly rosters: Rosters,
    private readonly dispatches: Dispatches,
    private readonly handTerms: HandTerms,
    private readonly paces: Paces,
    private readonly completions: Completions,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** Null: the hint was stale, or there is nobody left to send to. */
  async execute(request: Request): Promise<Hand | null> {
    const batch = await this.batchOf(request);
    if (!batch) return null;
    const mine = batch.hand?.requestId === request.requestId;
    if (!mine && !isOffered(batch, request)) return null;
    const entries = await this.rosters.slice(batch.roster, batch.offset, batch.size);
    // The people are gone: the campaign was deleted, and the batch is about to go.
    if (entries.length === 0) return null;
    const held = mine
      ? batch
      : ((await this.grantOffer(request, batch, entries)) ?? (await this.grantedBefore(request)));
    return held && describeHand(held, entries, this.config.HAND_LEASE_MS, await this.clock.now());
  }

  /** Most often this process offered it a moment ago; that it still is on offer is proved when the hand is written. */
  private async batchOf(request: Request): Promise<Batch | null> {
    const written = this.batches.lastWritten(request.batchId);
    return written && isOffered(written, request) ? written : this.batches.find(request.batchId);
  }

  /** What is refused now may have been granted to this very request a moment ago, by another process. */
  private async grantedBefore({ batchId, requestId }: Request): Promise<Batch | null> {
    const batch = await this.batches.find(batchId);
    return batch?.hand?.requestId === requestId ? batch : null;
  }

  /**
   * Grants a hand of an offered batch, if it may be handed out; else the offer is taken back, so that it keeps no place. A
   * batch of which all have withdrawn is at its end, and perhaps the campaign with it.
   */
  private async grantOffer(
    request: Request,
    batch: Batch,
    entries: readonly RosterEntry[],
  ): Promise<Batch | null> {
    const terms = await this.handTerms.of(batch, entries);
    const after = terms && (await this.grant(request, terms, batch));
    if (after?.hand?.requestId === request.requestId) return after;
    if (after?.state === 'DONE') this.completions.check(after.campaign);
    await this.batches.takeBack(request.batchId, request.release);
    return null;
  }

  /**
   * Writes a hand into the ledger: the durable record that precedes any word to a provider. Answers the batch with the hand
   * that this request got, or without one, as nobody was left to send to; null: somebody else was faster, or the rate is
   * used up for now, or it took so long that the campaign was stopped or the offer is over.
   */
  private async grant(request: Request, terms: Terms, offered: Batch): Promise<Batch | null> {
    const granted = await this.paced(offered, await this.draft(request, terms), terms.portion);
    if (!granted || !(await this.dispatches.isOpen(offered.campaign))) return null;
    const now = await this.clock.now();
    const grant = (batch: Batch): Granted | null =>
      batch.release === request.release && isOnOffer(batch, now) ? granted : null;
    return (await this.batches.change(request.batchId, grant, offered))?.after ?? null;
  }

  private async draft(
    { holder, requestId }: Request,
    { limit, probe, withdrawn, conversing, portion }: Terms,
  ): Promise<Granted> {
    const now = await this.clock.now();
    const until = new Date(now.getTime() + this.config.HAND_LEASE_MS);
    const { pacePerSecond = null, concurrency = null } = portion ?? {};
    const tempo = { pacePerSecond, concurrency, startAt: null };
    return { type: 'granted', now, holder, requestId, until, limit, probe, tempo, withdrawn, conversing };
  }

  /**
   * The grant with its time in the rate of its integration reserved, for as many sends as it will really have; null: that
   * is not soon, so there is none now.
   */
  private async paced(offered: Batch, granted: Granted, portion: Portion | null): Promise<Granted | null> {
    const { integration } = offered;
    if (integration === null || portion?.ratePerSecond == null) return granted;
    const sends = apply(offered, granted).hand?.positions.length ?? 0;
    if (sends === 0) return granted;
    const { hands, ratePerSecond } = portion;
    const startAt = await this.paces.reserve(integration, { hands, ratePerSecond }, sends);
    return startAt && { ...granted, tempo: { ...granted.tempo, startAt } };
  }
}

function isOffered({ state, release }: Batch, request: Request): boolean {
  return state === 'RELEASED' && release === request.release;
}

/** Whoever asked for an offer that is over waits no more: it would be a hand that nobody knows of. */
function isOnOffer({ state, releasedUntil }: Batch, now: Date): boolean {
  return state === 'RELEASED' && releasedUntil !== null && releasedUntil > now;
}
