import { Inject, Injectable } from '@nestjs/common';
import { type BatchReleased, hintOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';

/** Gives a hint that this process has no more use for to the others. */
@Injectable()
export class GiveBackHint {
  constructor(
    private readonly messenger: Messenger,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly log: Logger,
  ) {}

  /** A hint that is lost delays its batch, no more: the dispatcher offers it again. */
  async execute(hint: BatchReleased): Promise<void> {
    try {
      await this.messenger.publish(hintOf(this.settings.channel), hint);
    } catch (error) {
      this.log.info({ err: error }, 'a hint is dropped');
    }
  }
}
