import { type Reply, channels, eachChannel } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param } from '@nestjs/common';
import { Caller, type User } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { Count, Part, View, presenter } from '../../openapi/view';

const Tally = View('AudienceTally', {
  members: Count(5, { description: 'Memberships in the groups of the campaign' }),
  distinct: Count(4, { description: 'Distinct addresses of these members' }),
  suppressed: Count(1, { description: 'Suppressed addresses among these' }),
  reachable: Count(3),
});

/** The audience a campaign would be planned for; `total` as in its report. */
const AudienceView = View('Audience', {
  total: Count(12),
  channels: Part(eachChannel(() => Tally)),
});

const presentAudience = presenter(AudienceView, (counts: Reply<'audience.count'>) => ({
  total: channels.reduce((sum, channel) => sum + counts[channel].distinct, 0),
  channels: eachChannel((channel) => {
    const { distinct, suppressed } = counts[channel];
    return { ...counts[channel], reachable: distinct - suppressed };
  }),
}));

@Controller('api/v1/campaigns/:id')
export class AudienceController {
  constructor(private readonly messenger: Messenger) {}

  @Get('audience')
  @Operation({
    summary: 'Count the recipients of a campaign',
    description: 'Counts the current members of its groups, by channel. A million members take some seconds.',
    answer: AudienceView,
    errors: ['limit_reached'],
  })
  async audience(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const { groups: groupIds } = await this.messenger.request('campaign.get', { userId, id });
    const counts = await this.messenger.request('audience.count', { userId, groupIds });
    return { data: { audience: presentAudience(counts) } };
  }
}
