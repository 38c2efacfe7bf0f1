import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { CountAudience } from './count-audience';
import { CountFields } from './count-fields';
import { CountGroups } from './count-groups';

@Controller()
export class CountingController {
  constructor(
    private readonly countGroups: CountGroups,
    private readonly countAudience: CountAudience,
    private readonly countFields: CountFields,
  ) {}

  @Command('group.count')
  async groups(query: Payload<'group.count'>): Promise<Reply<'group.count'>> {
    return { counts: await this.countGroups.countGroups(query) };
  }

  @Command('audience.count')
  audience(query: Payload<'audience.count'>): Promise<Reply<'audience.count'>> {
    return this.countAudience.count(query);
  }

  @Command('audience.fields')
  fields(query: Payload<'audience.fields'>): Promise<Reply<'audience.fields'>> {
    return this.countFields.count(query);
  }
}
