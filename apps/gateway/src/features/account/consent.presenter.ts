import type { ConsentSettings } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OrNull, Text, View, presenter } from '../../openapi/view';

export const ConsentSettingsView = View('ConsentSettings', {
  optOutWords: Type.Array(Text('schluss')),
  optInWords: Type.Array(Text('los')),
  helpText: OrNull(Text('Carillon News. Help: https://news.example.com. Reply STOP to end.')),
});
export const present = presenter(ConsentSettingsView, (settings: ConsentSettings) => settings);
