import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Consent, ConsentDetails, Subscriber } from './audience';
import { By } from './audit';
import { Channel } from './channels';
import { Conversion } from './conversion';
import { command, read } from './define';
import { Delivery } from './dispatch';
import { Id, Nothing, Nullable, Page, PageRequest, Timestamp, Variables } from './field-types';
import { ImportKind } from './import';
import { Person } from './person';
import { LiftedCause, ShownPreferences, SuppressionReason } from './suppression';

/** The time limit of a step of an erasure; it usually ends much sooner. */
const STEP_TIMEOUT_MS = 30_000;

/** The services that hold data of people or of users, and erase it. */
export const erasingServices = [
  'subscriber',
  'dispatcher',
  'gateway',
  'campaign',
  'webhook-worker',
  'account',
] as const;
export type ErasingService = (typeof erasingServices)[number];

/**
 * The erasure of one person from the data of a user, or of a user with all data. `services`: the participating
 * services, and when each finished; null: not yet. RUNNING until all have finished twice, because data that was in
 * transit between services during the first pass has arrived by the second.
 */
export const Erasure = Type.Object({
  id: Id,
  userId: Id,
  kind: Type.Union([Type.Literal('PERSON'), Type.Literal('USER')]),
  state: Type.Union([Type.Literal('RUNNING'), Type.Literal('DONE')]),
  requestedAt: Timestamp,
  requestedBy: By,
  finishedAt: Nullable(Timestamp),
  services: Type.Array(Type.Object({ service: Type.String(), erasedAt: Nullable(Timestamp) })),
});
export type Erasure = Static<typeof Erasure>;

/** A membership, with the evidence of its origin. */
export const Membership = Type.Object({
  ...Subscriber.properties,
  groupName: Type.String(),
  consent: Type.Object({
    source: Type.String(),
    keyId: Consent.properties.keyId,
    importId: Type.Optional(Id),
    at: Timestamp,
    given: Type.Optional(ConsentDetails),
  }),
});
export type Membership = Static<typeof Membership>;

/** Whether a person can be contacted on a channel, with history. Without causes, they can. */
export const PersonSuppression = Type.Object({
  id: Id,
  channel: Channel,
  causes: Type.Array(
    Type.Object({
      reason: SuppressionReason,
      sender: Nullable(Type.String()),
      at: Timestamp,
      source: Nullable(Type.String()),
    }),
  ),
  doubtedAt: Nullable(Timestamp),
  /** The latest causes that were lifted, newest first. */
  lifted: Type.Optional(Type.Array(LiftedCause)),
  ...ShownPreferences.properties,
});
export type PersonSuppression = Static<typeof PersonSuppression>;

/** A line of a file that names the person: a rejected line, or a line of a waiting file. */
export const PersonLine = Type.Object({
  importId: Id,
  kind: ImportKind,
  line: Type.Integer(),
  reason: Nullable(Type.String()),
  text: Type.String(),
});
export type PersonLine = Static<typeof PersonLine>;

/** When and from where a person filled in a form, or confirmed it. */
const SignUpEvidence = Type.Object({
  at: Timestamp,
  ip: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
});

/** A sign-up of a person with a form. `confirmed` null: the person has not used the link. */
export const PersonSignUp = Type.Object({
  id: Id,
  formId: Id,
  groupId: Id,
  title: Type.String(),
  wording: Type.String(),
  wordingVersion: Type.Integer(),
  answers: Type.Record(Type.String(), Type.String()),
  requested: SignUpEvidence,
  mailedAt: Nullable(Timestamp),
  confirmed: Nullable(SignUpEvidence),
  joinedAt: Nullable(Timestamp),
});
export type PersonSignUp = Static<typeof PersonSignUp>;

/** The values that a person had until a time. */
export const PersonVersion = Type.Object({
  id: Type.String(),
  channels: Person.properties.channels,
  attributes: Variables,
  locale: Nullable(Type.String()),
  country: Nullable(Type.String()),
  until: Timestamp,
});
export type PersonVersion = Static<typeof PersonVersion>;

/** A delivery with the values that were frozen for it. */
export const PersonDelivery = Type.Object({
  ...Delivery.properties,
  variables: Variables,
  /** What the person ordered after a click. */
  conversions: Type.Optional(Type.Array(Conversion)),
});
export type PersonDelivery = Static<typeof PersonDelivery>;

/** Items read in steps; `next`: where the next step begins, null at the end. */
const Steps = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next: Nullable(Type.String()) });

const person = { userId: Id, address: Type.String() };
const from = { after: Nullable(Type.String()) };

/**
 * One step of a service's part in an erasure; `address` null: everything of the user. `after`: where the previous step
 * ended.
 */
const Step = Type.Object({
  erasureId: Id,
  userId: Id,
  address: Nullable(Type.String()),
  ...from,
  /** When the erasure began, or began again. */
  begunAt: Timestamp,
  /** The minimum pause before the second pass of an erasure (milliseconds), which finds data that was in transit. */
  repeatsAfterMs: Type.Integer({ minimum: 0 }),
});
export type EraseStep = Static<typeof Step>;
/**
 * `more`: the next step begins at `next`, immediately. `wait`: work in progress must end first. `done`: no more data is
 * stored.
 */
const StepEnd = Type.Object({
  state: Type.Union([Type.Literal('more'), Type.Literal('wait'), Type.Literal('done')]),
  next: Nullable(Type.String()),
});
export type EraseStepEnd = Static<typeof StepEnd>;

const step = (owner: Exclude<ErasingService, 'account'>) =>
  read(owner, Step, StepEnd, { timeoutMs: STEP_TIMEOUT_MS });

export const personalDataMessages = {
  'person.memberships': read('subscriber', Type.Object({ ...person, ...PageRequest }), Page(Membership)),
  /** Oldest first. */
  'person.sign-ups': read('subscriber', Type.Object({ ...person, ...PageRequest }), Page(PersonSignUp)),
  /** The previous values of the people who had the address. */
  'person.versions': read('subscriber', Type.Object({ ...person, ...PageRequest }), Page(PersonVersion)),
  'person.eligibility': read(
    'subscriber',
    Type.Object(person),
    Type.Object({
      suppressions: Type.Array(PersonSuppression),
      /** When the person last wrote by WhatsApp. Null if not recently. */
      lastInboundAt: Nullable(Timestamp),
      /** The replies to HELP of the last hour. */
      helpAnswers: Type.Optional(Type.Array(Type.Object({ channel: Channel, at: Timestamp }))),
    }),
  ),
  /** Lines of files from the last month. A step can have no items even if another step follows. */
  'person.lines': read('subscriber', Type.Object({ ...person, ...from }), Steps(PersonLine), {
    timeoutMs: STEP_TIMEOUT_MS,
  }),
  /** Deliveries of campaigns whose deliveries are still stored, oldest campaign first. */
  'person.deliveries': read('dispatcher', Type.Object({ ...person, ...from }), Steps(PersonDelivery), {
    timeoutMs: STEP_TIMEOUT_MS,
  }),

  /** Starts erasing a person. Repeated with the same ID, it returns the same erasure. */
  'erasure.begin': command('account', Type.Object({ by: By, id: Id, ...person }), Erasure),
  /**
   * Starts erasing a person with these addresses, which are all of the person's. It is done when each address is erased,
   * and the person's other data. Repeated while it is running, it returns the same erasure. Errors: limit_reached.
   */
  'erasure.begin-with-addresses': command(
    'account',
    Type.Object({ by: By, id: Id, userId: Id, personId: Id, addresses: Type.Array(Type.String()) }),
    Erasure,
  ),
  /**
   * Starts erasing a user and all of the user's data. The user's keys become invalid immediately. Errors:
   * user_not_found.
   */
  'erasure.begin-user': command('account', Type.Object({ by: By, id: Id, userId: Id }), Erasure),
  /** Errors: erasure_not_found. */
  'erasure.get': command('account', Type.Object({ userId: Id, id: Id }), Erasure),
  /** Oldest first. */
  'erasure.list': read('account', Type.Object({ userId: Id, ...PageRequest }), Page(Erasure)),
  /** The erasures of users, oldest first. An erasure by its ID; error: erasure_not_found. */
  'erasure.list-of-users': read('account', Type.Object(PageRequest), Page(Erasure)),
  'erasure.get-of-user': command('account', Type.Object({ id: Id }), Erasure),
  /** Records in the audit trail that all stored data of a person was viewed. */
  'erasure.note-export': command('account', Type.Object({ by: By, id: Id, ...person }), Nothing),
  /** The same for a person with all addresses. */
  'erasure.note-person-export': command(
    'account',
    Type.Object({ by: By, id: Id, userId: Id, personId: Id }),
    Nothing,
  ),

  'erasure.step-in-subscriber': step('subscriber'),
  'erasure.step-in-dispatcher': step('dispatcher'),
  'erasure.step-in-gateway': step('gateway'),
  'erasure.step-in-campaign': step('campaign'),
  'erasure.step-in-webhook-worker': step('webhook-worker'),

  /**
   * Every address that is stored for a user, in steps, to apply erasures again after a restore. An address can appear
   * more than once.
   */
  'person.addresses-in-subscriber': read(
    'subscriber',
    Type.Object({ userId: Id, ...from }),
    Steps(Type.String()),
    { timeoutMs: STEP_TIMEOUT_MS },
  ),
  'person.addresses-in-dispatcher': read(
    'dispatcher',
    Type.Object({ userId: Id, ...from }),
    Steps(Type.String()),
    { timeoutMs: STEP_TIMEOUT_MS },
  ),
};
