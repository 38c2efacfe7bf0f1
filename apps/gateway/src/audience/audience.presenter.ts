import { type Reply, channels, eachChannel } from '@carillon/contracts';
import { Count, Part, View, presenter } from '../openapi/view';

const Tally = View('AudienceTally', {
  members: Count(5, { description: 'Memberships in the groups of the campaign' }),
  distinct: Count(4, { description: 'Addresses that they are, each once' }),
  suppressed: Count(1, { description: 'Addresses of these that must not be written to' }),
  reachable: Count(3),
});

/** Whom a campaign would be planned for; `total` as in the report that it would have. */
export const AudienceView = View('Audience', {
  total: Count(12),
  channels: Part(eachChannel(() => Tally)),
});

export const presentAudience = presenter(AudienceView, (counts: Reply<'audience.count'>) => ({
  total: channels.reduce((sum, channel) => sum + counts[channel].distinct, 0),
  channels: eachChannel((channel) => {
    const { distinct, suppressed } = counts[channel];
    return { ...counts[channel], reachable: distinct - suppressed };
  }),
}));
