import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { SendAudience } from './send-audience';

@Controller()
export class AudienceController {
  constructor(private readonly sendAudience: SendAudience) {}

  @Command('audience.page')
  page(query: Payload<'audience.page'>): Promise<Reply<'audience.page'>> {
    return this.sendAudience.page(query);
  }

  @Command('audience.moved')
  moved(query: Payload<'audience.moved'>): Promise<Reply<'audience.moved'>> {
    return this.sendAudience.moved(query);
  }

  @Command('audience.excluded')
  excluded(query: Payload<'audience.excluded'>): Promise<Reply<'audience.excluded'>> {
    return this.sendAudience.excluded(query);
  }
}
