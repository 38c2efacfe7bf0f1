import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { AddressHolders } from './address-holders';
import { CountSelected } from './count-selected';
import { ExplainAudience } from './explain';
import { RehearseAudience } from './rehearse';
import { SelectAudience } from './select-audience';
import { SendAudience } from './send-audience';

@Controller()
export class AudienceController {
  constructor(
    private readonly sendAudience: SendAudience,
    private readonly selectAudience: SelectAudience,
    private readonly countSelected: CountSelected,
    private readonly rehearseAudience: RehearseAudience,
    private readonly explainAudience: ExplainAudience,
    private readonly addressHolders: AddressHolders,
  ) {}

  @Command('audience.page')
  page(query: Payload<'audience.page'>): Promise<Reply<'audience.page'>> {
    return this.sendAudience.page(query);
  }

  @Command('audience.select')
  select(query: Payload<'audience.select'>): Promise<Reply<'audience.select'>> {
    return this.selectAudience.select(query);
  }

  @Command('audience.count-selected')
  countSelection(query: Payload<'audience.count-selected'>): Promise<Reply<'audience.count-selected'>> {
    return this.countSelected.count(query);
  }

  @Command('audience.rehearse')
  rehearse(query: Payload<'audience.rehearse'>): Promise<Reply<'audience.rehearse'>> {
    return this.rehearseAudience.rehearse(query);
  }

  @Command('person.holders')
  holders(query: Payload<'person.holders'>): Promise<Reply<'person.holders'>> {
    return this.addressHolders.find(query);
  }

  @Command('audience.explain')
  explain(query: Payload<'audience.explain'>): Promise<Reply<'audience.explain'>> {
    return this.explainAudience.explain(query);
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
