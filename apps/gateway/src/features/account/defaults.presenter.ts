import { OrNull, Text, View } from '../../openapi/view';

export const about =
  'The country (ISO 3166-1 alpha-2) of phone numbers without a country code; null: such numbers are rejected';

export const DefaultsView = View('Defaults', { defaultCountry: OrNull(Text('DE'), { description: about }) });
