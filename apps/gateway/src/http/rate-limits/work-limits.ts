import { WorkUnderWay } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { onceClosed } from '../once-closed';
import { KeyLimits } from './key-limits';
import { RateLimited } from './rate-limited';

/** Work that costs more than an ordinary request. */
export type Work = 'search' | 'list' | 'file' | 'preview';

/**
 * The cost of work in addition to the one that every request costs: one is about ten milliseconds of CPU time, in all
 * services together. `once`: the initial cost. `per`: how many items, or characters of a file or a preview, cost one.
 * The first item, or the first such number of characters, is free. docs/api/README.md describes the same.
 */
const workCosts: Readonly<Record<Work, { once: number; per: number }>> = {
  search: { once: 5, per: 100 },
  list: { once: 0, per: 100 },
  file: { once: 5, per: 10_000 },
  preview: { once: 0, per: 5_000 },
};

/** The limits of concurrent work per account and gateway, for keys with a limit. */
const atOnce: Readonly<Record<Work, number>> = { search: 4, list: 5, file: 3, preview: 4 };
/** The retry delay for rejected clients (seconds). */
const againS: Readonly<Record<Work, number>> = { search: 1, list: 5, file: 5, preview: 1 };
const names: Readonly<Record<Work, string>> = {
  search: 'searches',
  list: 'lists of more than one page',
  file: 'files',
  preview: 'previews',
};

type Reply = Pick<FastifyReply, 'raw' | 'request' | 'headers'>;

/**
 * Limits the cost of an account's requests, in addition to their number: work is charged to the limits of its key, and
 * only a few operations can run at the same time. Keys without a limit aren't charged, and can run more operations at
 * the same time. Each list and file holds a page or two for a client that reads slowly.
 */
@Injectable()
export class WorkLimits {
  private readonly ofLimited: Readonly<Record<Work, WorkUnderWay>>;
  private readonly ofAll: Readonly<Record<Work, WorkUnderWay>>;
  /** Work that ends with a response. */
  private readonly begun = new WeakMap<object, (() => void)[]>();

  constructor(
    private readonly limits: KeyLimits,
    @Inject(gatewayConfig.token) { LONG_ANSWERS_PER_USER: most }: GatewayConfig,
  ) {
    const underWay = (each: number) => new WorkUnderWay({ all: Infinity, each });
    const limited = (work: Work) => underWay(Math.min(most, atOnce[work]));
    this.ofLimited = {
      ...{ search: limited('search'), list: limited('list') },
      ...{ file: limited('file'), preview: limited('preview') },
    };
    const [quick, long] = [underWay(most), underWay(most)];
    this.ofAll = { search: quick, preview: quick, list: long, file: long };
  }

  /**
   * Counts work as running until its response has ended in any way, and charges its initial cost.
   * @throws RateLimited: the account has reached its limit of concurrent work
   */
  begin(work: Work, reply: Reply): void {
    const { principal } = reply.request;
    if (principal?.role !== 'user') return;
    const { userId } = principal;
    const ofAll = this.ofAll[work];
    const isFull = (underWay: WorkUnderWay): boolean => underWay.limitReached(userId) !== null;
    const pools = this.limits.isLimited(principal) ? [this.ofLimited[work], ofAll] : [ofAll];
    if (pools.some(isFull)) {
      const detail = `The account has reached its limit of concurrent ${names[work]}. Wait until one ends`;
      throw new RateLimited(detail, againS[work]);
    }
    this.endWith(
      reply,
      pools.map((pool) => pool.begin(userId)),
    );
    this.charge(reply, workCosts[work].once);
  }

  /** Returns a function that reports the size of each part of the work: its items or characters. */
  meter(work: Work, reply: Reply): (count: number) => void {
    const { per } = workCosts[work];
    let counted = 0;
    let charged = 0;
    return (count) => {
      counted += count;
      const due = Math.floor(Math.max(0, counted - 1) / per);
      this.charge(reply, due - charged);
      charged = due;
    };
  }

  /** One listener for each response, regardless of its work. */
  private endWith(reply: Reply, begun: readonly (() => void)[]): void {
    const earlier = this.begun.get(reply.raw);
    if (earlier && !reply.raw.destroyed) {
      earlier.push(...begun);
      return;
    }
    const all = [...begun];
    this.begun.set(reply.raw, all);
    onceClosed(reply, () => {
      for (const end of all) end();
    });
  }

  private charge(reply: Reply, cost: number): void {
    const { principal } = reply.request;
    if (cost <= 0 || !principal) return;
    const headers = this.limits.charge(principal, cost);
    if (headers && !reply.raw.headersSent) reply.headers(headers);
  }
}
