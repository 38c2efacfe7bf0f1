import { type Static, Type } from '@sinclair/typebox';
import { Channel } from './channels';
import { command } from './define';
import { Id, Nullable, Timestamp } from './field-types';

/**
 * Whether a channel reaches a person. `OFF`: the person opted out, and can opt in again. `STOPPED`: the person sent STOP,
 * and can send START. `BLOCKED`: for another reason, such as a complaint, which the person can't change.
 */
export const ChannelPreference = Type.Union([
  Type.Literal('ON'),
  Type.Literal('OFF'),
  Type.Literal('STOPPED'),
  Type.Literal('BLOCKED'),
]);
export type ChannelPreference = Static<typeof ChannelPreference>;

/** What a person who opens a link in an email of the user can choose, and has chosen. */
export const Preferences = Type.Object({
  /** The topics of the user, oldest first. */
  topics: Type.Array(
    Type.Object({ id: Id, name: Type.String(), description: Type.String(), isLeft: Type.Boolean() }),
  ),
  /** The channels on which the user knows the person. */
  channels: Type.Array(Type.Object({ channel: Channel, state: ChannelPreference })),
  snoozedUntil: Nullable(Timestamp),
  /** The BCP 47 tag of the person's language. Null: unknown. */
  locale: Nullable(Type.String()),
  /** Whether a language can be stored. False: the user doesn't know the person anymore. */
  isKnown: Type.Boolean(),
  /** Whether one click leaves all topics, even if the link has a topic. */
  leavesAll: Type.Boolean(),
});
export type Preferences = Static<typeof Preferences>;

/** The person to whom the link was sent. */
const person = { userId: Id, address: Type.String() };

export const preferencesMessages = {
  'preferences.get': command('subscriber', Type.Object(person), Preferences),
  /**
   * Makes the given changes, and returns the result. Ignores topics that the user doesn't have. `campaignId`: the campaign
   * of the link, for the history. `everything`: all channels are turned off.
   */
  'preferences.save': command(
    'subscriber',
    Type.Object({
      ...person,
      campaignId: Id,
      at: Timestamp,
      leave: Type.Array(Id),
      join: Type.Array(Id),
      turnOff: Type.Array(Channel),
      turnOn: Type.Array(Channel),
      /** Null ends a pause. */
      snoozeUntil: Type.Optional(Nullable(Timestamp)),
      locale: Type.Optional(Type.String()),
      everything: Type.Optional(Type.Literal(true)),
    }),
    Preferences,
    { timeoutMs: 10_000 },
  ),
};
