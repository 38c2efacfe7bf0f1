import { type ContentChecks, eachChannel, findingCodes, severities } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, View, presenter } from '../../openapi/view';

const FindingView = View('CampaignFinding', {
  code: OneOf(findingCodes, { description: 'docs/api/campaigns.md describes each code' }),
  severity: OneOf(severities, {
    description:
      "error: the message fails, or a part of it doesn't work. warning: some recipients see a defect. info: worth knowing",
  }),
  channel: ChannelName,
  field: Text('emailMessage', { description: 'The field of the campaign' }),
  source: OrNull(Text('{{name}}'), {
    description: 'The placeholder, the characters, the colors, or the element that it is about',
  }),
  detail: Text('One link leads nowhere. Set href to a complete URL, such as https://example.com/page.'),
  count: Count(1, { description: 'How often it occurs' }),
  places: Type.Array(Part({ line: Count(12), element: Text('<a href="#">') }), {
    description: 'At most ten of these occurrences. Lines count from 1',
  }),
  people: OrNull(Count(3), { description: 'How many of the checked recipients it concerns' }),
  measured: OrNull(Type.Number(), { description: 'The measured value' }),
  limit: OrNull(Type.Number(), { description: 'The value that `measured` should not pass' }),
});

/** What the checks of a campaign's messages found. */
export const ContentChecksView = View('CampaignChecks', {
  campaignId: Id(),
  recipients: OrNull(Part(eachChannel(() => Count(2))), {
    description: 'Recipients whose values were checked; null: the campaign has no groups or segments yet',
    examples: [{ EMAIL: 2, WHATSAPP: 0, SMS: 1 }],
  }),
  isComplete: Type.Boolean({ description: 'False: only some of the recipients were checked' }),
  findings: Type.Array(FindingView, { description: 'Errors first, then warnings' }),
});

export const presentContentChecks = presenter(
  ContentChecksView,
  (checks: ContentChecks & { campaignId: string }) => checks,
);
