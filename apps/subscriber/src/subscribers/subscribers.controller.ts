import type { Deleted, Payload, Reply, Subscriber } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditSubscribers } from './edit-subscribers';
import { ReadSubscribers } from './read-subscribers';

@Controller()
export class SubscribersController {
  constructor(
    private readonly editSubscribers: EditSubscribers,
    private readonly readSubscribers: ReadSubscribers,
  ) {}

  @Command('subscriber.create')
  create(subscriber: Payload<'subscriber.create'>): Promise<Subscriber> {
    return this.editSubscribers.create(subscriber);
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

  @Command('subscriber.search')
  search(query: Payload<'subscriber.search'>): Promise<Reply<'subscriber.search'>> {
    return this.readSubscribers.search(query);
  }

  @Command('subscriber.update')
  update(change: Payload<'subscriber.update'>, { messageId }: MessageContext): Promise<Subscriber> {
    return this.editSubscribers.update(change, messageId);
  }

  @Command('subscriber.delete')
  delete(command: Payload<'subscriber.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editSubscribers.delete(command, messageId);
  }
}
