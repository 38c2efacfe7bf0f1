import { type Reply, channels, eachChannel } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Count, OrNull, Part, Text, View, presenter } from '../../openapi/view';

const Tally = View('AudienceTally', {
  members: Count(5, {
    description: 'Memberships in the groups of the campaign. With segments or exclusions: same as `distinct`',
  }),
  distinct: Count(4, { description: 'Distinct addresses of these members' }),
  excluded: Count(0, { description: 'Addresses of people whom the campaign excludes' }),
  suppressed: Count(1, {
    description:
      'Suppressed addresses among the others, and those of people who left the topic or paused messages',
  }),
  reachable: Count(3),
});

/** The audience for which a campaign would be planned. `total` has the same meaning as in the report. */
export const AudienceView = View('Audience', {
  total: Count(12),
  isComplete: Type.Boolean({ description: 'False: at least so many' }),
  channels: Part(eachChannel(() => Tally)),
});

export const presentAudience = presenter(
  AudienceView,
  ({ isComplete = true, ...counts }: Reply<'audience.count'>) => ({
    total: channels.reduce((sum, channel) => sum + counts[channel].distinct, 0),
    isComplete,
    channels: eachChannel((channel) => {
      const { distinct, suppressed } = counts[channel];
      return { ...counts[channel], excluded: 0, reachable: distinct - suppressed };
    }),
  }),
);

export const presentSelected = presenter(
  AudienceView,
  ({ isComplete, channels: counts }: Reply<'audience.count-selected'>) => ({
    total: channels.reduce((sum, channel) => sum + counts[channel].distinct, 0),
    isComplete,
    channels: eachChannel((channel) => {
      const { distinct, excluded, suppressed } = counts[channel];
      return { ...counts[channel], members: distinct, reachable: distinct - excluded - suppressed };
    }),
  }),
);

const PeopleByChannel = Part(eachChannel(() => Count(2)));

/** The recipients' values for placeholders. */
export const FieldsView = View('AudienceFields', {
  people: PeopleByChannel,
  isComplete: Type.Boolean({ description: 'False: only some of the recipients were checked' }),
  names: Type.Array(Part({ name: Text('name'), people: PeopleByChannel }), {
    description: 'At most 200, the most frequent first',
  }),
  missing: Type.Array(Part({ channel: ChannelName, key: Text('name'), people: Count(1) }), {
    description: 'Placeholders without a fallback, and how many recipients have no value for them',
  }),
  sms: OrNull(Part({ segments: Count(4), longest: Count(2) }), {
    description: 'SMS segments in total, and of the longest SMS; null: the campaign has no SMS',
  }),
});

export const presentFields = presenter(FieldsView, ({ fields, ...rest }: Reply<'audience.fields'>) => ({
  ...rest,
  names: fields,
}));
