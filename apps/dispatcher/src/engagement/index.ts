import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import type { Feature } from '@carillon/mongo';
import { Controller } from '@nestjs/common';
import { ConversionRecord, ConversionSchema, Conversions } from './conversions';
import { dateEngagement } from './date-engagement';
import { Engagement } from './engagement';
import {
  EngagementMarksRecord,
  EngagementMarksSchema,
  EngagementRecord,
  EngagementSchema,
} from './engagement-records';

export { Conversions } from './conversions';
export { type DayEngagement, Engagement } from './engagement';
export { type Marks, noMarks } from './marks';

@Controller()
class EngagementController {
  constructor(
    private readonly engagement: Engagement,
    private readonly conversions: Conversions,
  ) {}

  @OnEvent('engagement.counted')
  counted(message: Payload<'engagement.counted'>): Promise<void> {
    return this.engagement.count(message);
  }

  @Command('dispatch.link-targets')
  targets(query: Payload<'dispatch.link-targets'>): Promise<Reply<'dispatch.link-targets'>> {
    return this.engagement.targets(query);
  }

  @Command('dispatch.links')
  links(query: Payload<'dispatch.links'>): Promise<Reply<'dispatch.links'>> {
    return this.engagement.links(query);
  }

  @OnEvent('conversion.reported')
  reported(message: Payload<'conversion.reported'>): Promise<void> {
    return this.conversions.reported(message);
  }

  @Command('conversion.record')
  record(report: Payload<'conversion.record'>): Promise<Reply<'conversion.record'>> {
    return this.conversions.record(report);
  }

  @Command('conversion.get')
  conversion(query: Payload<'conversion.get'>): Promise<Reply<'conversion.get'>> {
    return this.conversions.get(query);
  }

  @Command('conversion.list')
  list(query: Payload<'conversion.list'>): Promise<Reply<'conversion.list'>> {
    return this.conversions.list(query);
  }
}

/** Opens and clicks of emails, and the conversions after clicks, if tracking is on. */
export const engagement: Feature = {
  collections: [
    { name: EngagementRecord.name, schema: EngagementSchema },
    { name: EngagementMarksRecord.name, schema: EngagementMarksSchema },
    { name: ConversionRecord.name, schema: ConversionSchema },
  ],
  controllers: [EngagementController],
  providers: [Engagement, Conversions],
  migrations: [dateEngagement],
};
