import { AppError } from '@carillon/contracts';
import { BackgroundTask, Logger, WorkUnderWay } from '@carillon/platform';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Authenticator, type Presented } from '../../security/authenticator';
import { type GatewayConfig, gatewayConfig } from '../../config';

/** How often the keys of open streams are checked (milliseconds). */
const CHECK_EVERY_MS = 1_000;
const needed = { role: 'user', scope: 'read' } as const;

/** A stream, its key, and its response. */
export interface OpenStream {
  userId: string;
  address: string;
  presented: Presented;
  cut(): void;
}

/**
 * All streams of this process. The number per user is limited. A stream ends when its key is revoked or the gateway
 * stops.
 */
@Injectable()
export class OpenStreams extends BackgroundTask implements OnModuleDestroy {
  /** The streams, each with the function that stops counting it. */
  private readonly streams = new Map<OpenStream, () => void>();
  private readonly underWay: WorkUnderWay;
  private isEnding = false;

  constructor(
    private readonly authenticator: Authenticator,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
    log: Logger,
  ) {
    super({ name: 'checking the keys of streams', everyMs: CHECK_EVERY_MS, log });
    this.underWay = new WorkUnderWay({ all: Infinity, each: config.STREAMS_PER_USER });
  }

  /** @throws AppError limit_reached, or service_unavailable if the gateway stops */
  add(stream: OpenStream): void {
    const { STREAMS_PER_USER: limit } = this.config;
    if (this.isEnding) throw new AppError('service_unavailable', 'The gateway is shutting down');
    if (this.underWay.limitReached(stream.userId) !== null)
      throw new AppError('limit_reached', `At most ${limit} streams can be open at the same time`);
    this.streams.set(stream, this.underWay.begin(stream.userId));
  }

  remove(stream: OpenStream): void {
    this.streams.get(stream)?.();
    this.streams.delete(stream);
  }

  /** Runs before all other shutdown steps, because the server waits for unfinished responses. */
  onModuleDestroy(): void {
    this.isEnding = true;
    for (const stream of this.streams.keys()) stream.cut();
  }

  async round(): Promise<false> {
    await Promise.all([...this.streams.keys()].map((stream) => this.checkKey(stream)));
    return false;
  }

  /** Keeps the stream if the key cannot be checked. */
  private async checkKey(stream: OpenStream): Promise<void> {
    try {
      await this.authenticator.authenticate(stream.presented, needed, () => stream.address);
    } catch (error) {
      const { kind } = error instanceof AppError ? error : { kind: null };
      if (kind === 'unauthenticated' || kind === 'forbidden') stream.cut();
    }
  }
}
