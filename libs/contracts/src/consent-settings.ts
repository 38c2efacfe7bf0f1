import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel } from './channels';
import { command } from './define';
import { Id, Nullable } from './field-types';

/**
 * What an account adds to the words that all accounts have, as a whole message: `optOutWords` stop messages and
 * `optInWords` start them again. `helpText` answers HELP; null: nothing does.
 */
export const ConsentSettings = Type.Object({
  optOutWords: Type.Array(Type.String()),
  optInWords: Type.Array(Type.String()),
  helpText: Nullable(Type.String()),
});
export type ConsentSettings = Static<typeof ConsentSettings>;

export const consentSettingsMessages = {
  'consent-settings.get': command('subscriber', Type.Object({ userId: Id }), ConsentSettings),
  /** Changes the given fields. Errors: validation_failed for words that mean something else already. */
  'consent-settings.update': command(
    'subscriber',
    Type.Object({ userId: Id, by: By, ...Type.Partial(ConsentSettings).properties }),
    ConsentSettings,
  ),
  /**
   * The answer to a HELP, null where there is none or the person had one within the hour. The message `providerId` gets the
   * same answer again: a provider that did not hear it repeats the message.
   */
  'message.help': command(
    'subscriber',
    Type.Object({ userId: Id, channel: Channel, address: Type.String(), providerId: Type.String() }),
    Type.Object({ text: Nullable(Type.String()) }),
  ),
};
