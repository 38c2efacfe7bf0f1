import { WorkUnderWay } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../config';
import { RateLimited } from './rate-limits/rate-limited';

/** When a client that is refused should try again (seconds). */
const AGAIN_S = 5;

/**
 * Limits the lists and files of a user that are being given out: each holds a page or two for a client that reads slowly, and
 * what has begun to be answered is no longer in flight.
 */
@Injectable()
export class LongAnswers {
  private readonly underWay: WorkUnderWay;

  constructor(@Inject(gatewayConfig.token) private readonly config: GatewayConfig) {
    this.underWay = new WorkUnderWay({ all: Infinity, each: config.LONG_ANSWERS_PER_USER });
  }

  /** Counts an answer until it has ended, in whatever way. @throws RateLimited */
  begin(userId: string, reply: Pick<FastifyReply, 'raw'>): void {
    if (this.underWay.limitReached(userId) !== null) {
      const { LONG_ANSWERS_PER_USER: limit } = this.config;
      const detail = `At most ${limit} long lists and files may be read at once: wait until one has ended`;
      throw new RateLimited(detail, AGAIN_S);
    }
    onceClosed(reply, this.underWay.begin(userId));
  }
}

/** Calls the listener when the answer has ended in whatever way, also for a client that has disconnected before. */
export function onceClosed({ raw }: Pick<FastifyReply, 'raw'>, listener: () => void): void {
  if (raw.destroyed) listener();
  else raw.once('close', listener);
}
