import { Controller } from '@nestjs/common';
import type { Deleted, Payload, Subscriber } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { CreateSubscriber } from './create-subscriber';
import { DeleteSubscribers } from './delete-subscribers';
import { UpdateSubscriber } from './update-subscriber';

@Controller()
export class SubscribersController {
  constructor(
    private readonly createSubscriber: CreateSubscriber,
    private readonly updateSubscriber: UpdateSubscriber,
    private readonly deleteSubscribers: DeleteSubscribers,
  ) {}

  @Command('subscriber.create')
  create(subscriber: Payload<'subscriber.create'>): Promise<Subscriber> {
    return this.createSubscriber.execute(subscriber);
  }

  @Command('subscriber.update')
  update(change: Payload<'subscriber.update'>): Promise<Subscriber> {
    return this.updateSubscriber.execute(change);
  }

  @Command('subscriber.delete')
  delete(command: Payload<'subscriber.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.deleteSubscribers.execute(command, messageId);
  }
}
