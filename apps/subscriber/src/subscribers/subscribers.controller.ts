import type { Deleted, Payload, Reply, Subscriber } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { CreateSubscriber } from './create-subscriber';
import { DeleteSubscribers } from './delete-subscribers';
import { ReadSubscribers } from './read-subscribers';
import { UpdateSubscriber } from './update-subscriber';

@Controller()
export class SubscribersController {
  constructor(
    private readonly createSubscriber: CreateSubscriber,
    private readonly readSubscribers: ReadSubscribers,
    private readonly updateSubscriber: UpdateSubscriber,
    private readonly deleteSubscribers: DeleteSubscribers,
  ) {}

  @Command('subscriber.create')
  create(subscriber: Payload<'subscriber.create'>): Promise<Subscriber> {
    return this.createSubscriber.execute(subscriber);
  }

  @Command('subscriber.get')
  get(query: Payload<'subscriber.get'>): Promise<Subscriber> {
    return this.readSubscribers.get(query);
  }

  @Command('subscriber.list')
  list(query: Payload<'subscriber.list'>): Promise<Reply<'subscriber.list'>> {
    return this.readSubscribers.list(query);
  }

  @Command('subscriber.find')
  find(query: Payload<'subscriber.find'>): Promise<Reply<'subscriber.find'>> {
    return this.readSubscribers.find(query);
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
