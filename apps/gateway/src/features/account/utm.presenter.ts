import { type UtmDefaults, utmDefaults } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OrNull, Text, View, presenter } from '../../openapi/view';

export const UtmView = View('Utm', {
  isOn: Type.Boolean({ description: 'Whether links get the parameters, unless the campaign decides' }),
  source: Text('newsletter', { description: 'The value of `utm_source`' }),
  medium: Text('email', { description: 'The value of `utm_medium`' }),
  campaign: OrNull(
    Text('spring', { description: 'The value of `utm_campaign`; null: the name of the campaign' }),
  ),
});

export const presentUtm = presenter(UtmView, (utm: UtmDefaults = utmDefaults) => utm);
