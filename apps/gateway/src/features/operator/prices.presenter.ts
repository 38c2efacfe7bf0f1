import { type PriceList, senderProviders } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

export const PricesView = View('Prices', {
  _id: OrNull(Id(), { description: 'Identifies this version of the prices. null: there are no prices yet' }),
  currency: OrNull(Text('EUR'), { description: 'ISO 4217', examples: ['EUR'] }),
  prices: Type.Array(
    Part({
      channel: ChannelName,
      provider: OrNull(OneOf(senderProviders), { description: 'null: any provider' }),
      country: OrNull(Text('DE'), {
        description: 'The country of the phone number of the recipient (ISO 3166-1). null: any country',
        examples: ['DE'],
      }),
      price: Text('0.0792', {
        description:
          'The price of 1,000 emails, one WhatsApp message, or one SMS segment, as an exact decimal number',
      }),
    }),
  ),
  createdAt: OrNull(Time(), { description: 'When the prices were set' }),
});

export const presentPrices = presenter(PricesView, (list: PriceList | null) => ({
  _id: list?.id ?? null,
  currency: list?.currency ?? null,
  prices: list?.prices ?? [],
  createdAt: list?.createdAt ?? null,
}));
