import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';

/** How soon the use of a key is reported (milliseconds), so that it is visible within seconds. */
const EVERY_MS = 2_000;
/** The maximum number of keys per message. More keys are split over several messages. */
const MAX_USES = 1_000;

/** Collects the last use of each key, and reports it to the account service regularly. */
@Injectable()
export class KeyUses extends BackgroundTask {
  private uses = new Map<string, Date>();

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    log: Logger,
  ) {
    super({ name: 'reporting which keys were used', everyMs: EVERY_MS, log });
  }

  note(keyId: string): void {
    this.uses.set(keyId, this.clock.now());
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    // Only times of last uses can be lost, so an unavailable broker must not delay the shutdown.
    await this.round().catch(() => undefined);
  }

  /** Reports up to a thousand keys. Returns true if there may be more. A failed report is repeated the next time. */
  async round(): Promise<boolean> {
    const published = [...this.uses].slice(0, MAX_USES);
    if (published.length === 0) return false;
    await this.messenger.publish('api-key.used', {
      uses: published.map(([keyId, at]) => ({ keyId, at: at.toISOString() })),
    });
    for (const [keyId, at] of published) if (this.uses.get(keyId) === at) this.uses.delete(keyId);
    return published.length === MAX_USES;
  }
}
