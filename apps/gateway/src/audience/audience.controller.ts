import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param } from '@nestjs/common';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { AudienceView, presentAudience } from './audience.presenter';

@Controller('api/v1/campaigns/:id')
export class AudienceController {
  constructor(private readonly messenger: Messenger) {}

  @Get('audience')
  @Operation({
    summary: 'Count whom a campaign would reach',
    description:
      'Counts the members of its groups, by channel, as they are now. A million take some seconds.',
    answer: AudienceView,
    errors: ['limit_reached'],
  })
  async audience(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const { groups: groupIds } = await this.messenger.request('campaign.get', { userId, id });
    const counts = await this.messenger.request('audience.count', { userId, groupIds });
    return { data: { audience: presentAudience(counts) } };
  }
}
