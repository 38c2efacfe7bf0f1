import { BackgroundLoop, Clock, Logger } from '@carillon/platform';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type SubscriberConfig, subscriberConfig } from '../config';
import { Subscribers } from '../subscribers/subscribers';
import { Groups } from './groups';

const PAGE = 1_000;
/** A member that was being added when the group was deleted has arrived by then: a command lives for seconds only. */
const LAST_ARRIVAL_MS = 60_000;

/** Removes deleted groups and their members in the background. A crash loses nothing: what was left undone is found again. */
@Injectable()
export class RemoveDeletedGroups implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
    private readonly clock: Clock,
    @Inject(subscriberConfig.token) { GROUP_CLEAN_UP_MS }: SubscriberConfig,
    log: Logger,
  ) {
    const round = () => this.execute();
    this.loop = new BackgroundLoop({
      name: 'removing deleted groups',
      everyMs: GROUP_CLEAN_UP_MS,
      round,
      log,
    });
  }

  /**
   * Removes a page of members of each deleted group, and a group that has none left and gets none any more. Answers
   * whether there is more to remove at once.
   */
  async execute(): Promise<boolean> {
    let removed = 0;
    for (const { id, deletedAt } of await this.groups.deleted()) {
      const members = await this.subscribers.removeSome(id, PAGE);
      const isOld = this.clock.now().getTime() - deletedAt.getTime() > LAST_ARRIVAL_MS;
      if (members === 0 && isOld) await this.groups.forget(id);
      removed += members;
    }
    return removed > 0;
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
