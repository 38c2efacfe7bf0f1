import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MessagingServer, Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';

/** Asks who is there as soon as the answers are heard, so that no campaign waits for a worker's next word. */
@Injectable()
export class CallWorkers implements OnModuleInit {
  constructor(
    private readonly server: MessagingServer,
    private readonly messenger: Messenger,
    private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.server.onBroadcastsOpen(() => void this.call());
  }

  /** They speak by themselves, too: a call that nobody hears delays, no more. */
  private async call(): Promise<void> {
    try {
      await this.messenger.broadcast('workers.called', {});
    } catch (error) {
      this.log.info({ err: error }, 'workers could not be called');
    }
  }
}
