import { Controller } from '@nestjs/common';
import type { Deleted, Payload, Reply, Subscriber } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { CreateSubscriber } from './create-subscriber';
import { DeleteSubscribers } from './delete-subscribers';
import { ListSubscribers } from './list-subscribers';

@Controller()
export class SubscribersController {
  constructor(
    private readonly createSubscriber: CreateSubscriber,
    private readonly listSubscribers: ListSubscribers,
    private readonly deleteSubscribers: DeleteSubscribers,
  ) {}

  @Command('subscriber.create')
  create(subscriber: Payload<'subscriber.create'>): Promise<Subscriber> {
    return this.createSubscriber.execute(subscriber);
  }

  @Command('subscriber.list')
  list(query: Payload<'subscriber.list'>): Promise<Reply<'subscriber.list'>> {
    return this.listSubscribers.execute(query);
  }

  @Command('subscriber.delete')
  delete(command: Payload<'subscriber.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.deleteSubscribers.execute(command, messageId);
  }
}
