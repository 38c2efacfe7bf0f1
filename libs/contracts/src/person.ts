import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel, PerChannel } from './channels';
import { command, read } from './define';
import { Deleted, Id, Nothing, Nullable, Page, PageRequest, Timestamp, Variables } from './field-types';

/** An address of a person, in canonical form, on the channel that it is used for. */
const ChannelAddress = Type.Object({ channel: Channel, address: Type.String() });

/** Text, a number, a boolean, or a list of texts, by name. */
const Attributes = Variables;

/** A person of a user, with all channels. The preferred address of each channel comes first. */
export const Person = Type.Object({
  id: Id,
  userId: Id,
  /** The ID in the user's own system, unique for the user. */
  externalId: Nullable(Type.String()),
  channels: Type.Array(ChannelAddress),
  attributes: Attributes,
  /** BCP 47. */
  locale: Nullable(Type.String()),
  /** IANA. */
  timeZone: Nullable(Type.String()),
  /** ISO 3166-1 alpha-2. */
  country: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Person = Static<typeof Person>;

const text = Type.Optional(Nullable(Type.String()));

/** Absent fields stay as they are; null removes a value. */
const PersonChanges = {
  externalId: text,
  /** Replaces the addresses of the channels that it names; the preferred address first. */
  addresses: Type.Optional(Type.Partial(PerChannel(Type.Array(Type.String())))),
  /** Replaces the attributes that it names; null removes one. */
  attributes: Type.Optional(Attributes),
  locale: text,
  timeZone: text,
  country: text,
};

const which = { userId: Id, id: Id };

export const personMessages = {
  /** Errors: person_conflict with extra.personIds, because an address or the external ID belongs to another person; limit_reached, quota_exceeded. */
  'person.create': command('subscriber', Type.Object({ ...which, ...PersonChanges }), Person),
  /** Errors: person_not_found. */
  'person.get': command('subscriber', Type.Object(which), Person),
  /**
   * Oldest first. Filters by an address, on any channel, and by an external ID; null: any. Someone can have none of
   * them.
   */
  'person.list': read(
    'subscriber',
    Type.Object({
      userId: Id,
      address: Nullable(Type.String()),
      externalId: Nullable(Type.String()),
      ...PageRequest,
    }),
    Page(Person),
  ),
  /**
   * The people whose names, addresses, or external ID have words that begin with the search, at most `limit`, without a
   * next page.
   */
  'person.search': read(
    'subscriber',
    Type.Object({ userId: Id, search: Type.String(), limit: Type.Integer({ minimum: 1 }) }),
    Page(Person),
  ),
  /**
   * Errors: person_not_found; person_conflict; limit_reached. An address that is taken from a person leaves all
   * groups.
   */
  'person.update': command('subscriber', Type.Object({ ...which, ...PersonChanges }), Person),
  /** Removes the person from all groups, with all addresses. Suppressions stay. */
  'person.delete': command('subscriber', Type.Object(which), Deleted),
  /**
   * Removes all that is known of a person whose addresses are erased. Addresses that the person got in the meantime stay,
   * without any other data. Does nothing if the person is gone.
   */
  'person.erase': command('subscriber', Type.Object(which), Nothing),
  /**
   * Gives the addresses and the data of another person to this one, and removes the other. This person's own values
   * win. Errors: person_not_found; person_conflict if both have an external ID.
   */
  'person.merge': command('subscriber', Type.Object({ by: By, ...which, otherId: Id }), Person),
};
