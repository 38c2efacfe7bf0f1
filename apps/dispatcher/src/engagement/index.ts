import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import type { Feature } from '@carillon/mongo';
import { Controller } from '@nestjs/common';
import {
  Engagement,
  EngagementMarksRecord,
  EngagementMarksSchema,
  EngagementRecord,
  EngagementSchema,
} from './engagement';

export { Engagement } from './engagement';
export { type Marks, noMarks } from './marks';

@Controller()
class EngagementController {
  constructor(private readonly engagement: Engagement) {}

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
}

/** Opens and clicks of emails, if tracking is on. */
export const engagement: Feature = {
  collections: [
    { name: EngagementRecord.name, schema: EngagementSchema },
    { name: EngagementMarksRecord.name, schema: EngagementMarksSchema },
  ],
  controllers: [EngagementController],
  providers: [Engagement],
};
