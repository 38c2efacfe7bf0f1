import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel } from './channels';
import { command } from './define';
import { Id, Nullable } from './field-types';

export const oneClickScopes = ['TOPIC', 'ALL'] as const;
/** A text between services, because a later release may add values. */
const OneClick = Type.Unsafe<(typeof oneClickScopes)[number]>(Type.String());

/**
 * The keywords of an account in addition to the built-in ones. A keyword is an entire message: `optOutWords` stop
 * messages and `optInWords` start them again. `helpText` is the reply to HELP; null: none.
 */
export const ConsentSettings = Type.Object({
  optOutWords: Type.Array(Type.String()),
  optInWords: Type.Array(Type.String()),
  helpText: Nullable(Type.String()),
  /** What the one-click unsubscribe of a campaign with a topic leaves. Absent: TOPIC. */
  oneClick: Type.Optional(OneClick),
});
export type ConsentSettings = Static<typeof ConsentSettings>;

export const consentSettingsMessages = {
  'consent-settings.get': command('subscriber', Type.Object({ userId: Id }), ConsentSettings),
  /** Changes the given fields. Errors: validation_failed for keywords that already have another meaning. */
  'consent-settings.update': command(
    'subscriber',
    Type.Object({ userId: Id, by: By, ...Type.Partial(ConsentSettings).properties }),
    ConsentSettings,
  ),
  /**
   * The reply to HELP, null if there is none or the person got one within the hour. The message `providerId` gets the
   * same reply again, because a provider without a response repeats the message.
   */
  'message.help': command(
    'subscriber',
    Type.Object({ userId: Id, channel: Channel, address: Type.String(), providerId: Type.String() }),
    Type.Object({ text: Nullable(Type.String()) }),
  ),
};
