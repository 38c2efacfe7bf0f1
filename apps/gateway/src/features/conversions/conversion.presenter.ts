import { type Conversion, conversionSources } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

export const ConversionView = View('Conversion', {
  _id: Id(),
  campaign: Id(),
  delivery: OrNull(Text('6560f0a1b2c3d4e5f6a7b8c9-0000000001-0'), {
    description: 'The delivery whose recipient ordered. Null: unknown',
  }),
  reference: Text('order-1042'),
  value: OrNull(Text('49.90', { description: 'A decimal number' }), { examples: ['49.90'] }),
  currency: OrNull(Text('EUR', { description: 'ISO 4217' }), { examples: ['EUR'] }),
  source: OneOf(conversionSources, {
    description:
      'PIXEL: not verified, because anyone who clicked can load the pixel. API: reported with a key',
  }),
  clickedAt: Time(),
  occurredAt: Time(),
});

export const presentConversion = presenter(
  ConversionView,
  ({ id, campaignId, deliveryId, ...conversion }: Conversion) => ({
    ...conversion,
    _id: id,
    campaign: campaignId,
    delivery: deliveryId,
  }),
);

export const ValueSums = Type.Array(Part({ currency: Text('EUR'), sum: Text('149.70') }), {
  description:
    'The exact sum by currency, in the order of the codes. Conversions without a value add nothing',
});

const CountsPart = Part({
  unique: OrNull(
    Count(2, {
      description: "The number of people; null if the account doesn't track individual recipients",
    }),
    { examples: [2] },
  ),
  total: Count(3),
  values: ValueSums,
});

/** The conversions of a campaign. */
export const ConversionCountsView = OrNull(CountsPart, {
  description:
    'What followed clicks, such as orders, within 30 days. Null: the account did not count conversions when the campaign started',
  examples: [{ unique: 2, total: 3, values: [{ currency: 'EUR', sum: '149.70' }] }],
});
