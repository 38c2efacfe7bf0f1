import { type GivenConsent, suppressionReasons } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { consentRule } from '../../http/input/consent';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, Time, View } from '../../openapi/view';
import { InboundMessageView } from '../messages';
import { DeliveryView } from '../reports';
import { LiftedCauseView } from '../suppressions';

const Facts = Type.Record(Type.String(), Type.Unknown());

/** All that is stored of a person. */
export const PersonView = View('Person', {
  identifier: Text('ann@example.com', { description: 'In canonical form' }),
  memberships: Type.Array(
    Part({
      _id: Id(),
      group: Id(),
      groupName: Text('Friends'),
      integration: ChannelName,
      extraData: Facts,
      consent: Part(
        {
          source: Text('KEY', { description: 'KEY: added with an API key. IMPORT: by a file' }),
          key: Id(),
          import: OrNull(Id()),
          at: Time(),
          given: OrNull(Type.Unsafe<GivenConsent>(consentRule.schema), {
            description: 'What the user gave of how they agreed',
          }),
        },
        { description: 'How they became a member' },
      ),
      createdAt: Time(),
      updatedAt: Time(),
    }),
  ),
  suppressions: Type.Array(
    Part({
      _id: Id(),
      channel: ChannelName,
      causes: Type.Array(
        Part({
          reason: OneOf(suppressionReasons),
          sender: OrNull(Text('+14155552671')),
          at: Time(),
          source: OrNull(Text('campaign 6560f0a1b2c3d4e5f6a7b8c9')),
        }),
      ),
      lifted: Type.Array(LiftedCauseView, { description: 'Causes that were lifted, newest first' }),
      doubtedAt: OrNull(Time(), {
        description:
          'When the oldest of the refusals was that count against the address: refusals that nobody understands. Three within 30 days suppress it, unless a mail arrives in between or the suppression is lifted, which starts the count again. Null: none counts',
      }),
    }),
  ),
  lastInboundAt: OrNull(Time(), { description: 'When they last wrote by WhatsApp, in the last two days' }),
  helpAnswers: Type.Array(Part({ channel: ChannelName, at: Time() }), {
    description: 'The answers to HELP of the last hour',
  }),
  inboundMessages: Type.Array(InboundMessageView, { description: 'What they wrote, newest first' }),
  deliveries: Type.Array(
    Part({
      ...DeliveryView.properties,
      extraData: Type.Record(Type.String(), Type.Unknown(), {
        description: 'What was frozen for the message',
      }),
    }),
  ),
  importLines: Type.Array(
    Part({
      import: Id(),
      kind: OneOf(['ADD', 'REMOVE']),
      line: Count(2),
      reason: OrNull(Text('integration: required'), { description: 'null: the line waits' }),
      text: Text('email,ann@example.com'),
    }),
    { description: 'Rejected lines that name them, and lines of files that wait' },
  ),
  storedAnswers: Type.Array(
    Part({
      requestedAt: Time(),
      expiresAt: Time(),
    }),
    { description: 'Requests with an Idempotency-Key whose stored answers name them' },
  ),
});
export type PersonView = Static<typeof PersonView>;
