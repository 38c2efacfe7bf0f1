import { Controller } from '@nestjs/common';
import type { Payload, Reply, Subscriber } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { GetSubscriber } from './get-subscriber';
import { ListSubscribers } from './list-subscribers';

@Controller()
export class SubscriberReadsController {
  constructor(
    private readonly getSubscriber: GetSubscriber,
    private readonly listSubscribers: ListSubscribers,
  ) {}

  @Command('subscriber.get')
  get(query: Payload<'subscriber.get'>): Promise<Subscriber> {
    return this.getSubscriber.execute(query);
  }

  @Command('subscriber.list')
  list(query: Payload<'subscriber.list'>): Promise<Reply<'subscriber.list'>> {
    return this.listSubscribers.execute(query);
  }
}
