import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param } from '@nestjs/common';
import { Caller, type User } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import {
  AudienceView,
  presentAudience,
  presentSelected,
  FieldsView,
  presentFields,
} from './audience.presenter';
import { neededBy } from './read-rehearsal';

@Controller('api/v1/campaigns/:id')
export class AudienceController {
  constructor(private readonly messenger: Messenger) {}

  @Get('audience')
  @Operation({
    summary: 'Count the recipients of a campaign',
    description:
      'Counts the current members of its groups and segments, by channel. This takes several seconds for a million ' +
      'members. A campaign with segments or exclusions is counted for 20 seconds at most.',
    answer: AudienceView,
  })
  async audience(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const { groups: groupIds, audience } = await this.messenger.request('campaign.get', { userId, id });
    if (audience) {
      const query = { userId, groupIds, audience };
      const counts = await this.messenger.request('audience.count-selected', query);
      return { data: { audience: presentSelected(counts) } };
    }
    const counts = await this.messenger.request('audience.count', { userId, groupIds });
    return { data: { audience: presentAudience(counts) } };
  }

  @Get('fields')
  @Operation({
    summary: 'Read the data fields of the recipients',
    description:
      'Returns the names in the `extraData` of the current recipients, and how many recipients lack a value that the messages need. Checks at most 20,000 members.',
    answer: FieldsView,
  })
  async fields(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.get', { userId, id });
    const { groups: groupIds, audience, content } = campaign;
    const targets = { groupIds, ...(audience && { audience }) };
    const query = { userId, ...targets, needed: neededBy(campaign), sms: content.bodies.SMS };
    return { data: { fields: presentFields(await this.messenger.request('audience.fields', query)) } };
  }
}
