import { Controller, type Type } from '@nestjs/common';
import {
  type BatchReleased,
  type Channel,
  checkOf,
  hintOf,
  type SenderCheck,
  type Payload,
  type Reply,
  sendOneOf,
} from '@carillon/contracts';
import { Command, OnBroadcast, OnEvent } from '@carillon/messaging';
import { ChannelWorker } from './channel-worker';
import { SenderChecks, OpenSenders } from './open-senders';
import { SendTest } from './send-test';
import { SendHeartbeats } from './send-heartbeats';

/** The handlers of a channel's own messages. Each channel has a class: decorators fix the names of messages. */
export function channelController(channel: Channel): Type {
  @Controller()
  class ChannelController {
    constructor(
      private readonly worker: ChannelWorker,
      private readonly checks: SenderChecks,
      private readonly testSends: SendTest,
    ) {}

    /** A batch can be leased. */
    @OnEvent(hintOf(channel))
    released(hint: BatchReleased): Promise<void> {
      return this.worker.handle(hint);
    }

    /** Tests a sender. */
    @Command(checkOf(channel))
    check({ sender, address }: Payload<ReturnType<typeof checkOf>>): Promise<SenderCheck> {
      return this.checks.check(sender, address);
    }

    /** Sends one test message of a campaign. */
    @Command(sendOneOf(channel))
    async sendOne(
      testSend: Payload<ReturnType<typeof sendOneOf>>,
    ): Promise<Reply<ReturnType<typeof sendOneOf>>> {
      return { state: await this.worker.alongside(this.testSends.send(testSend, channel)) };
    }
  }
  return ChannelController;
}

/** The broadcasts that every worker handles. */
@Controller()
export class BroadcastsController {
  constructor(
    private readonly worker: ChannelWorker,
    private readonly senders: OpenSenders,
    private readonly heartbeats: SendHeartbeats,
  ) {}

  @OnBroadcast('dispatch.stopped')
  stopped({ campaignId }: Payload<'dispatch.stopped'>): void {
    this.worker.halt(campaignId);
  }

  @OnBroadcast('sender.changed')
  senderChanged({ senderId }: Payload<'sender.changed'>): void {
    this.senders.forgetSender(senderId);
  }

  @OnBroadcast('access.changed')
  accessChanged({ userId }: Payload<'access.changed'>): void {
    this.senders.forgetUser(userId);
  }

  @OnBroadcast('heartbeats.requested')
  heartbeatsRequested(): void {
    this.heartbeats.nudge();
  }
}
