import { senderProviders } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Count, OneOf, OrNull, Part, Text } from '../../openapi/view';

/** What messages cost, as shown in reports and rehearsals. */
export const costProperties = {
  currency: OrNull(Text('EUR'), {
    description: 'ISO 4217. null: the operator of this service has set no prices',
    examples: ['EUR'],
  }),
  total: Text('333.24', { description: 'An exact decimal, without the messages that have no price' }),
  withoutPrice: Count(0, { description: 'Messages whose price is unknown' }),
  rows: Type.Array(
    Part({
      channel: ChannelName,
      provider: OrNull(OneOf(senderProviders), {
        description: 'null: unknown, because the sender was deleted',
        examples: ['TWILIO'],
      }),
      country: OrNull(Text('DE'), {
        description:
          'Of the phone number, ISO 3166-1. null: an email, an erased recipient, or a number without a country',
        examples: ['DE'],
      }),
      messages: Count(4_200),
      units: Count(4_200, { description: 'Emails, WhatsApp messages, or segments of SMS' }),
      cost: OrNull(Text('332.64'), {
        description: 'null: unknown, because there is no price',
        examples: ['332.64'],
      }),
    }),
    { description: 'By channel, and then by messages, the most first' },
  ),
};
