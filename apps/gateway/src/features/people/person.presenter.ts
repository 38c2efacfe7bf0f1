import type { Channel, Person } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OrNull, Text, Time, View } from '../../openapi/view';

const Addresses = (example: string, description: string) =>
  Type.Array(Text(example), { description: `${description}, in canonical form, the preferred one first` });

const Attributes = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
  {
    description: 'Values that fill placeholders. Those of a member of a group override them',
    examples: [{ city: 'Oslo', visits: 3 }],
  },
);

/** A person with all channels. */
export const PersonView = View('Person', {
  _id: Id(),
  externalId: OrNull(Text('customer-1042'), {
    description: 'The ID in your own system, unique in the account',
  }),
  email: Addresses('ann@example.com', 'Email addresses'),
  phone: Addresses('+4915112345678', 'Phone numbers for SMS'),
  whatsapp: Addresses('+4915112345678', 'Phone numbers for WhatsApp'),
  attributes: Attributes,
  locale: OrNull(Text('de-DE'), { description: 'The language as a BCP 47 tag' }),
  timeZone: OrNull(Text('Europe/Berlin'), { description: 'The IANA time zone' }),
  country: OrNull(Text('DE'), { description: 'The ISO 3166-1 alpha-2 country' }),
  createdAt: Time(),
  updatedAt: Time(),
});
export type PersonView = (typeof PersonView)['static'];

export function presentPerson({
  id,
  userId: _,
  externalId,
  channels,
  attributes,
  ...rest
}: Person): PersonView {
  const on = (channel: Channel): string[] =>
    channels.flatMap((each) => (each.channel === channel ? each.address : []));
  return {
    _id: id,
    externalId,
    email: on('EMAIL'),
    phone: on('SMS'),
    whatsapp: on('WHATSAPP'),
    attributes: attributes as PersonView['attributes'],
    ...rest,
  };
}
