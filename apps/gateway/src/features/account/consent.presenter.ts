import { type ConsentSettings, oneClickScopes } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OneOf, OrNull, Text, View, presenter } from '../../openapi/view';

export const ConsentSettingsView = View('ConsentSettings', {
  optOutWords: Type.Array(Text('schluss')),
  optInWords: Type.Array(Text('los')),
  helpText: OrNull(Text('Carillon News. Help: https://news.example.com. Reply STOP to end.')),
  oneClick: OneOf(oneClickScopes, {
    description: 'What the one-click unsubscribe of a campaign with a topic leaves',
  }),
});
export const present = presenter(ConsentSettingsView, ({ oneClick, ...words }: ConsentSettings) => ({
  ...words,
  oneClick: oneClick ?? ('TOPIC' as const),
}));
