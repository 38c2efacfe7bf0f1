import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Clock, Logger } from '@carillon/platform';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** A key that is in use shows it within seconds. */
const EVERY_MS = 2_000;
/** More keys than this at once are told in several messages. */
const MAX_USES = 1_000;

/** Collects when each key was last used and tells the account service now and then. */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private uses = new Map<string, Date>();
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    log: Logger,
  ) {
    const round = () => this.tell();
    this.loop = new BackgroundLoop({ name: 'telling which keys were used', everyMs: EVERY_MS, round, log });
  }

  note(keyId: string): void {
    this.uses.set(keyId, this.clock.now());
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    // Only the time of a last use is at stake: a broker that is away must not hold up the end.
    await this.tell().catch(() => undefined);
  }

  /** Tells up to a thousand. True: there may be more. What could not be told stays for the next time. */
  async tell(): Promise<boolean> {
    const told = [...this.uses].slice(0, MAX_USES);
    if (told.length === 0) return false;
    await this.messenger.publish('api-key.used', {
      uses: told.map(([keyId, at]) => ({ keyId, at: at.toISOString() })),
    });
    for (const [keyId, at] of told) if (this.uses.get(keyId) === at) this.uses.delete(keyId);
    return told.length === MAX_USES;
  }
}
