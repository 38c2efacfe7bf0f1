import { requiredKeysOf } from '@carillon/content';
import { type Campaign, type Payload, type Reply, channels, eachChannel } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { Caller, type User } from '../../security/caller';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { ChannelName, Count, OrNull, Part, Text, View, presenter } from '../../openapi/view';

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

const PeopleByChannel = Part(eachChannel(() => Count(2)));

/** The data of the recipients, for placeholders. */
const FieldsView = View('AudienceFields', {
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

const presentFields = presenter(FieldsView, ({ fields, ...rest }: Reply<'audience.fields'>) => ({
  ...rest,
  names: fields,
}));

/** Placeholders looked for on each channel; a message has a few. */
const MOST_NEEDED = 100;

/** The keys that the messages of each channel need a value for. */
function neededBy({ name, content }: Campaign): Payload<'audience.fields'>['needed'] {
  const required = requiredKeysOf({ ...content, subject: content.subject ?? name });
  return channels.flatMap((channel) =>
    required.filter((each) => each.channel === channel).slice(0, MOST_NEEDED),
  );
}

@Controller('api/v1/campaigns/:id')
export class AudienceController {
  constructor(private readonly messenger: Messenger) {}

  @Get('audience')
  @Operation({
    summary: 'Count the recipients of a campaign',
    description:
      'Counts the current members of its groups, by channel. This takes some seconds for a million members.',
    answer: AudienceView,
  })
  async audience(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    const { groups: groupIds } = await this.messenger.request('campaign.get', { userId, id });
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
    const { groups: groupIds, content } = campaign;
    const query = { userId, groupIds, needed: neededBy(campaign), sms: content.bodies.SMS };
    return { data: { fields: presentFields(await this.messenger.request('audience.fields', query)) } };
  }
}
