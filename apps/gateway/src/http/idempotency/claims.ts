import { AppError, newId } from '@carillon/contracts';
import { classify } from '@carillon/mongo';
import { Logger, Metrics } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';
import {
  type ClaimRequest,
  IdempotencyKeys,
  type KeptAnswer,
  type StoredClaim,
  type KnownKey,
  LEASE_MS,
} from './idempotency-keys';
import { IdempotencyUsage } from './idempotency-usage';
import type { Repeatable } from './minting';

/** Leaves two more attempts before a lease expires. */
const RENEW_EVERY_MS = LEASE_MS / 3;

/**
 * In UTF-16 units. More than any response that echoes a request. Only a preview can be larger, and rendering it again
 * changes nothing.
 */
const MAX_BODY = 2 * 1024 * 1024;
/** Statuses that depend on the caller and the rate, not on the request. */
const passing = new Set([401, 429]);

/** A request that this gateway is processing. */
export interface Claim {
  key: ClaimRequest;
  request: Repeatable;
  renewal: NodeJS.Timeout;
}

/** What to do with a request. */
export type ClaimDecision =
  | { type: 'run' }
  | { type: 'replay'; answer: KeptAnswer }
  /** The key was used with another request. */
  | { type: 'reused' }
  /** Another process is working on the request. */
  | { type: 'in-progress' };

export type Admission = { type: 'run'; claim: Claim } | Extract<ClaimDecision, { type: 'replay' }>;

/** A response before it is sent. A body that is not text cannot be stored. */
export interface Answer extends Omit<KeptAnswer, 'body'> {
  body: unknown;
  /** Whether the whole request has arrived. An upload can break off and be sent again. */
  isBodyComplete: boolean;
}

/**
 * Ensures that only one gateway at a time processes a request with a key, and that all repeats get the same response.
 */
@Injectable()
export class Claims {
  /** How long a request waits for a database that does not respond (milliseconds). */
  private readonly waitMs: number;
  private readonly count: (decision: ClaimDecision['type'] | 'refused') => void;

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly usage: IdempotencyUsage,
    @Inject(gatewayConfig.token) { IDEMPOTENCY_WAIT_MS }: Pick<GatewayConfig, 'IDEMPOTENCY_WAIT_MS'>,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.waitMs = IDEMPOTENCY_WAIT_MS;
    const total = metrics.counter(
      'carillon_idempotent_requests_total',
      'Requests with an Idempotency-Key, by result; refused: the database is unavailable',
      ['result'],
    );
    this.count = (decision) => total.inc({ result: decision });
  }

  /** @throws AppError idempotency_key_reused, idempotency_in_progress, quota_exceeded, service_unavailable */
  async take(request: Omit<ClaimRequest, 'holder'>): Promise<Admission> {
    const key = { ...request, holder: newId() };
    const stored = await this.usage.spend(key, () => this.claim(key));
    const decision = judge(stored, key);
    this.count(decision.type);
    switch (decision.type) {
      case 'run':
        return { type: 'run', claim: this.hold(key, stored) };
      case 'replay':
        if (decision.answer.erased) throw new AppError('answer_erased');
        return decision;
      case 'reused':
        throw new AppError('idempotency_key_reused');
      case 'in-progress':
        throw new AppError('idempotency_in_progress');
    }
  }

  /**
   * Stores the response for repeats before it is sent, or releases the request so that it is processed again. @throws
   * AppError service_unavailable if a response with a secret could not be stored: a repeat of the request gets another
   * secret, so this one must not be shown
   */
  async settle(claim: Claim, answer: Answer, secret?: string): Promise<void> {
    const keeping = kept(answer, secret);
    if (!keeping) return this.drop(claim);
    clearInterval(claim.renewal);
    const result = await this.store(claim, (key) =>
      this.usage.spendAnswer(key, keeping, secret !== undefined, () => this.keys.keep(key, keeping)),
    );
    if (result === 'full') return this.drop(claim);
    if (result !== 'stored' && secret !== undefined) {
      throw new AppError('service_unavailable', 'The response could not be stored');
    }
  }

  /** Releases the request, so that a repeat need not wait until its lease expires. */
  async drop(claim: Claim): Promise<void> {
    clearInterval(claim.renewal);
    await this.store(claim, (key) => this.keys.release(key));
  }

  private async claim(key: ClaimRequest): Promise<StoredClaim> {
    const claiming = this.keys.claim(key);
    try {
      return await within(this.waitMs, claiming);
    } catch (error) {
      // The claim may still succeed later, or be stored although its reply was lost. No request waits for it anymore.
      const over = claiming.then(() => undefined).catch(() => undefined);
      over.then(() => this.keys.release(key)).catch(() => undefined);
      this.count('refused');
      throw classify(error) ?? error;
    }
  }

  private hold(key: ClaimRequest, request: Repeatable): Claim {
    // A lease that could not be renewed only allows an additional repeat, which does no harm.
    const renew = (): void => void this.keys.renew(key).catch(() => undefined);
    return { key, request, renewal: setInterval(renew, RENEW_EVERY_MS).unref() };
  }

  /** Returns null if it could not be stored. In that case, repeats of the request are processed again. */
  private async store<T>({ key }: Claim, write: (key: ClaimRequest) => Promise<T>): Promise<T | null> {
    try {
      return await within(this.waitMs, write(key));
    } catch (error) {
      this.log.warn({ err: error }, 'the result of a request with an Idempotency-Key could not be stored');
      return null;
    }
  }
}

/** Decides what to do with a request, based on the stored state after `holder` tried to claim it. */
export function judge(stored: KnownKey, { holder, fingerprint }: Omit<KnownKey, 'answer'>): ClaimDecision {
  if (stored.holder === holder) return { type: 'run' };
  if (stored.fingerprint !== fingerprint) return { type: 'reused' };
  return stored.answer ? { type: 'replay', answer: stored.answer } : { type: 'in-progress' };
}

/**
 * The part of a response that repeats get. Null: repeats are processed again. `secret`: a field that must not be
 * stored.
 */
export function kept(answer: Answer, secret?: string): KeptAnswer | null {
  const { isBodyComplete, body, ...rest } = answer;
  if (!isBodyComplete || rest.status >= 500 || passing.has(rest.status)) return null;
  if (typeof body !== 'string' || body.length > MAX_BODY) return null;
  return { ...rest, body: secret === undefined ? body : without(secret, body) };
}

/** The field is in the only object of the response: `{"data": {"<operation>": {…}}}`. */
function without(secret: string, body: string): string {
  return JSON.stringify(JSON.parse(body), (field, value: unknown) => (field === secret ? undefined : value));
}

/** Waits for at most `limitMs` (milliseconds), and ignores a later result. @throws AppError service_unavailable */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('service_unavailable', 'The database is slow')), limitMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
