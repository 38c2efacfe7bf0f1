import { type ConsentDetails, suppressionReasons } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { consentRule } from '../../http/input/consent';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, Time, View } from '../../openapi/view';
import { InboundMessageView } from '../messages';
import { PersonView } from '../people';
import { ConversionView } from '../conversions';
import { DeliveryView } from '../reports';
import { LiftedCauseView, preferenceFields } from '../suppressions';

const Facts = Type.Record(Type.String(), Type.Unknown());

/** When and from where a person filled in a form, or confirmed it. */
const Evidence = Part({
  at: Time(),
  ip: OrNull(Text('192.0.2.7')),
  userAgent: OrNull(Text('Mozilla/5.0')),
});

/** All stored data of a person. */
export const PersonalDataView = View('PersonalData', {
  identifier: Text('ann@example.com', { description: 'In canonical form' }),
  person: OrNull(PersonView, { description: 'The person that the address belongs to' }),
  previousValues: Type.Array(
    Part({
      identifiers: Type.Array(Text('ann@example.com')),
      attributes: PersonView.properties.attributes,
      locale: OrNull(Text('de-DE')),
      country: OrNull(Text('DE')),
      until: Time({ description: 'When other values replaced these' }),
    }),
    { description: 'The values that the person had before, while they had this address' },
  ),
  memberships: Type.Array(
    Part({
      _id: Id(),
      group: Id(),
      groupName: Text('Friends'),
      integration: ChannelName,
      extraData: Facts,
      consent: Part(
        {
          source: Text('KEY', {
            description:
              'KEY: added with an API key. IMPORT: added from a file. SIGN_UP: subscribed with a form',
          }),
          key: Id({ description: 'The API key, or the sign-up form' }),
          import: OrNull(Id()),
          at: Time(),
          given: OrNull(Type.Unsafe<ConsentDetails>(consentRule.schema), {
            description: 'The consent details that the user provided',
          }),
        },
        { description: 'How the person became a member' },
      ),
      createdAt: Time(),
      updatedAt: Time(),
    }),
  ),
  signUps: Type.Array(
    Part({
      _id: Id(),
      form: Id(),
      group: Id(),
      title: Text('Choir news'),
      wording: Text('Send me the news of the choir.', { description: 'What the person agreed to' }),
      wordingVersion: Count(1),
      answers: Type.Record(Type.String(), Type.String()),
      requested: Evidence,
      mailedAt: OrNull(Time(), { description: 'When the confirmation email was sent' }),
      confirmed: OrNull(Evidence, { description: 'null: the person has not confirmed' }),
      joinedAt: OrNull(Time(), { description: 'When the person became a member' }),
    }),
    { description: 'Sign-ups with forms, oldest first' },
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
      lifted: Type.Array(LiftedCauseView, { description: 'Lifted causes, newest first' }),
      ...preferenceFields,
      doubtedAt: OrNull(Time(), {
        description:
          'When the oldest counted refusal of unknown cause occurred. Three such refusals within 30 days suppress the address. A delivered email or lifting the suppression resets the count. Null: no refusals',
      }),
    }),
  ),
  lastInboundAt: OrNull(Time(), {
    description: 'When the person last sent a WhatsApp message, within the last two days',
  }),
  helpAnswers: Type.Array(Part({ channel: ChannelName, at: Time() }), {
    description: 'Replies to HELP within the last hour',
  }),
  inboundMessages: Type.Array(InboundMessageView, { description: 'Inbound messages, newest first' }),
  deliveries: Type.Array(
    Part({
      ...DeliveryView.properties,
      extraData: Type.Record(Type.String(), Type.Unknown(), {
        description: 'The values that the message was sent with',
      }),
      conversions: Type.Array(ConversionView, { description: 'What the person ordered after a click' }),
    }),
  ),
  importLines: Type.Array(
    Part({
      import: Id(),
      kind: OneOf(['ADD', 'REMOVE']),
      line: Count(2),
      reason: OrNull(Text('integration: required'), { description: 'null: the line waits for import' }),
      text: Text('email,ann@example.com'),
    }),
    { description: "Rejected lines and pending lines of files that contain the person's data" },
  ),
  storedAnswers: Type.Array(
    Part({
      requestedAt: Time(),
      expiresAt: Time(),
    }),
    { description: "Requests with an Idempotency-Key whose stored responses contain the person's data" },
  ),
});
/** All stored data of a person with all addresses. */
export const PersonRecordView = View('PersonRecord', {
  person: PersonView,
  addresses: Type.Array(PersonalDataView, { description: 'The data about each address of the person' }),
});
export type PersonalDataView = Static<typeof PersonalDataView>;
