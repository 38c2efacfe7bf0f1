import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { FindWithdrawn } from './find-withdrawn';
import { PageAudience } from './page-audience';

/** What the dispatcher asks about those it sends to. */
@Controller()
export class AudienceController {
  constructor(
    private readonly pageAudience: PageAudience,
    private readonly findWithdrawn: FindWithdrawn,
  ) {}

  @Command('audience.page')
  page(query: Payload<'audience.page'>): Promise<Reply<'audience.page'>> {
    return this.pageAudience.execute(query);
  }

  @Command('audience.withdrawn')
  withdrawn(query: Payload<'audience.withdrawn'>): Promise<Reply<'audience.withdrawn'>> {
    return this.findWithdrawn.execute(query);
  }
}
