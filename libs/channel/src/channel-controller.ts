import { Controller, type Type } from '@nestjs/common';
import {
  type BatchReleased,
  type Channel,
  type IntegrationCheck,
  type Payload,
  type Reply,
  checkOf,
  hintOf,
  sendOneOf,
} from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { ChannelWorker } from './channel-worker';
import { IntegrationChecks } from './integrations/open-integrations';
import { SendTest } from './test-sends/send-test';

/** Handlers of a channel's own messages; a class for each channel, as their names are fixed when the class is made. */
export function channelController(channel: Channel): Type {
  @Controller()
  class ChannelController {
    constructor(
      private readonly worker: ChannelWorker,
      private readonly checks: IntegrationChecks,
      private readonly testSends: SendTest,
    ) {}

    /** A batch may be taken. */
    @OnEvent(hintOf(channel))
    released(hint: BatchReleased): Promise<void> {
      return this.worker.handle(hint);
    }

    /** An integration is to be tested. */
    @Command(checkOf(channel))
    check({ integration, address }: Payload<ReturnType<typeof checkOf>>): Promise<IntegrationCheck> {
      return this.checks.execute(integration, address);
    }

    /** A message of a campaign is to be tried out. */
    @Command(sendOneOf(channel))
    async sendOne(
      testSend: Payload<ReturnType<typeof sendOneOf>>,
    ): Promise<Reply<ReturnType<typeof sendOneOf>>> {
      return { state: await this.worker.alongside(this.testSends.execute(testSend, channel)) };
    }
  }
  return ChannelController;
}
