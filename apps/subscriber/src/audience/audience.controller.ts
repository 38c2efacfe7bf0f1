import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { CountAudience } from './count-audience';
import { FindExcluded } from './find-excluded';
import { PageAudience } from './page-audience';

/** What is asked about those whom a campaign is sent to, or would be. */
@Controller()
export class AudienceController {
  constructor(
    private readonly pageAudience: PageAudience,
    private readonly findExcluded: FindExcluded,
    private readonly countAudience: CountAudience,
  ) {}

  @Command('audience.page')
  page(query: Payload<'audience.page'>): Promise<Reply<'audience.page'>> {
    return this.pageAudience.execute(query);
  }

  @Command('audience.excluded')
  excluded(query: Payload<'audience.excluded'>): Promise<Reply<'audience.excluded'>> {
    return this.findExcluded.execute(query);
  }

  @Command('audience.count')
  count(query: Payload<'audience.count'>): Promise<Reply<'audience.count'>> {
    return this.countAudience.execute(query);
  }
}
