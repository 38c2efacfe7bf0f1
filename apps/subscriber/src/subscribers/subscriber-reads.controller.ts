import { Controller } from '@nestjs/common';
import type { Payload, Reply, Subscriber } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { FindSubscribers } from './find-subscribers';
import { GetSubscriber } from './get-subscriber';
import { ListSubscribers } from './list-subscribers';

@Controller()
export class SubscriberReadsController {
  constructor(
    private readonly getSubscriber: GetSubscriber,
    private readonly listSubscribers: ListSubscribers,
    private readonly findSubscribers: FindSubscribers,
  ) {}

  @Command('subscriber.get')
  get(query: Payload<'subscriber.get'>): Promise<Subscriber> {
    return this.getSubscriber.execute(query);
  }

  @Command('subscriber.list')
  list(query: Payload<'subscriber.list'>): Promise<Reply<'subscriber.list'>> {
    return this.listSubscribers.execute(query);
  }

  @Command('subscriber.find')
  find(query: Payload<'subscriber.find'>): Promise<Reply<'subscriber.find'>> {
    return this.findSubscribers.execute(query);
  }
}
