import { Controller } from '@nestjs/common';
import type { Deleted, Payload, Reply, Suppression, SuppressionHistory } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { CampaignOptOuts } from './campaign-opt-outs';
import { EditSuppressions } from './edit-suppressions';
import { OptOutsByDay } from './opt-outs-by-day';
import { ReadSuppressions } from './read-suppressions';

@Controller()
export class SuppressionsController {
  constructor(
    private readonly editSuppressions: EditSuppressions,
    private readonly readSuppressions: ReadSuppressions,
    private readonly campaignOptOuts: CampaignOptOuts,
    private readonly optOutsByDay: OptOutsByDay,
  ) {}

  @Command('suppression.create')
  create(suppression: Payload<'suppression.create'>): Promise<Reply<'suppression.create'>> {
    return this.editSuppressions.create(suppression);
  }

  @Command('suppression.get')
  get(query: Payload<'suppression.get'>): Promise<Suppression> {
    return this.readSuppressions.get(query);
  }

  @Command('suppression.history')
  history(query: Payload<'suppression.history'>): Promise<SuppressionHistory> {
    return this.readSuppressions.history(query);
  }

  @Command('suppression.list')
  list(query: Payload<'suppression.list'>): Promise<Reply<'suppression.list'>> {
    return this.readSuppressions.list(query);
  }

  @Command('suppression.campaign-opt-outs')
  optOuts(query: Payload<'suppression.campaign-opt-outs'>): Promise<Reply<'suppression.campaign-opt-outs'>> {
    return this.campaignOptOuts.count(query);
  }

  @Command('suppression.opt-outs-by-day')
  byDay(query: Payload<'suppression.opt-outs-by-day'>): Promise<Reply<'suppression.opt-outs-by-day'>> {
    return this.optOutsByDay.count(query);
  }

  @Command('suppression.delete')
  delete(command: Payload<'suppression.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editSuppressions.delete(command, messageId);
  }
}
