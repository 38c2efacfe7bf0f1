import { Controller } from '@nestjs/common';
import type { Deleted, Sender, SenderCheck, Payload, Reply } from '@carillon/contracts';
import { Command, OnBroadcast, OnEvent } from '@carillon/messaging';
import { EditSenders } from './edit-senders';
import { ListContentTemplates } from './list-content-templates';
import { Senders, shown } from './senders';
import { TestSender } from './test-sender';
import { VerifyCallback } from './verify-callback';

@Controller()
export class SendersController {
  constructor(
    private readonly editSenders: EditSenders,
    private readonly testSender: TestSender,
    private readonly contentTemplates: ListContentTemplates,
    private readonly verifyCallback: VerifyCallback,
    private readonly senders: Senders,
  ) {}

  @Command('sender.create')
  create(sender: Payload<'sender.create'>): Promise<Sender> {
    return this.editSenders.create(sender);
  }

  @Command('sender.get')
  async get({ userId, id }: Payload<'sender.get'>): Promise<Sender> {
    return shown(await this.senders.get(userId, id));
  }

  @Command('sender.list')
  list(query: Payload<'sender.list'>): Promise<Reply<'sender.list'>> {
    return this.senders.page(query);
  }

  @Command('sender.content-templates')
  listContentTemplates(
    query: Payload<'sender.content-templates'>,
  ): Promise<Reply<'sender.content-templates'>> {
    return this.contentTemplates.page(query);
  }

  @Command('sender.content-template-statuses')
  contentTemplateStatuses(
    question: Payload<'sender.content-template-statuses'>,
  ): Promise<Reply<'sender.content-template-statuses'>> {
    return this.contentTemplates.statuses(question);
  }

  @OnEvent('sender.standing-reported')
  noteStanding(report: Payload<'sender.standing-reported'>): Promise<void> {
    return this.senders.noteStanding(report);
  }

  @Command('sender.verify-callback')
  verify(callback: Payload<'sender.verify-callback'>): Promise<Reply<'sender.verify-callback'>> {
    return this.verifyCallback.verify(callback);
  }

  @Command('sender.verify-webhooks')
  async verifyWebhooks({
    webhooks,
  }: Payload<'sender.verify-webhooks'>): Promise<Reply<'sender.verify-webhooks'>> {
    return { results: await this.verifyCallback.webhooks(webhooks) };
  }

  @Command('sender.find-existing')
  async findExisting({ ids }: Payload<'sender.find-existing'>): Promise<Reply<'sender.find-existing'>> {
    return { existing: await this.senders.existing(ids) };
  }

  @OnBroadcast('sender.changed')
  forget({ senderId }: Payload<'sender.changed'>): void {
    this.verifyCallback.forget(senderId);
  }

  @Command('sender.update')
  update(change: Payload<'sender.update'>): Promise<Sender> {
    return this.editSenders.update(change);
  }

  @Command('sender.make-default')
  makeDefault(command: Payload<'sender.make-default'>): Promise<Sender> {
    return this.editSenders.makeDefault(command);
  }

  @Command('sender.delete')
  delete(command: Payload<'sender.delete'>): Promise<Deleted> {
    return this.editSenders.delete(command);
  }

  @Command('sender.test')
  test(command: Payload<'sender.test'>): Promise<SenderCheck> {
    return this.testSender.test(command);
  }
}
