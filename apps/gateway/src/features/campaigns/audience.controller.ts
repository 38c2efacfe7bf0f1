import { fieldsQueryOf, usableChannels } from '@carillon/content';
import { type Campaign, type Channel, channels } from '@carillon/contracts';
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

@Controller('api/v1/campaigns/:id')
export class AudienceController {
  constructor(private readonly messenger: Messenger) {}

  @Get('audience')
  @Operation({
    summary: 'Count the recipients of a campaign',
    description:
      'Counts the current members of its groups and segments, by channel. This takes several seconds for a million ' +
      'members. A campaign with segments, exclusions, or an order of channels is counted for 20 seconds at most.',
    answer: AudienceView,
  })
  async audience(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const campaign = await this.messenger.request('campaign.get', { userId, id });
    const { groups: groupIds, audience } = campaign;
    if (audience) {
      const query = { userId, groupIds, audience, usable: await this.usableChannels(campaign) };
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
    const query = fieldsQueryOf(campaign, await this.usableChannels(campaign));
    return { data: { fields: presentFields(await this.messenger.request('audience.fields', query)) } };
  }

  /** The channels that can send a campaign. Only an order of channels needs them, so others don't ask for senders. */
  private async usableChannels(campaign: Campaign): Promise<Channel[]> {
    const { userId, audience } = campaign;
    if (!audience?.first) return [...channels];
    return usableChannels(campaign, await this.messenger.request('account.sending-profile', { userId }));
  }
}
