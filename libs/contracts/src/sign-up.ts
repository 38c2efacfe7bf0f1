import { type Static, Type } from '@sinclair/typebox';
import { ConsentDetails, Subscriber } from './audience';
import { By } from './audit';
import { command, read } from './define';
import { PublishedContent } from './dispatch';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp, Variables } from './field-types';
import { Language } from './languages';
import { LeasedRecipient } from './lease';

/** A question of a form. The answer becomes the attribute of the person. */
export const SignUpField = Type.Object({
  attribute: Type.String(),
  label: Type.String(),
  required: Type.Boolean(),
});
export type SignUpField = Static<typeof SignUpField>;

/** The parts of a form that its owner chooses. Null: the default of the language, or none. */
const SignUpFormSettings = Type.Object({
  /** Only the account sees it. */
  name: Type.String(),
  groupId: Id,
  language: Language,
  title: Type.String(),
  text: Nullable(Type.String()),
  button: Nullable(Type.String()),
  fields: Type.Array(SignUpField),
  /** What the person agrees to. */
  wording: Type.String(),
  /** The confirmation email, with placeholders. */
  subject: Nullable(Type.String()),
  html: Nullable(Type.String()),
  plainText: Nullable(Type.String()),
  /** Pages of the account to continue to, after the form and after the confirmation. Null: the page of the form. */
  requestedUrl: Nullable(Type.String()),
  confirmedUrl: Nullable(Type.String()),
});
export type SignUpFormSettings = Static<typeof SignUpFormSettings>;

/** A form by which people subscribe to a group, with a confirmation by email. */
export const SignUpForm = Type.Object({
  id: Id,
  userId: Id,
  ...SignUpFormSettings.properties,
  /** Counts the versions of the wording, from 1. */
  wordingVersion: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SignUpForm = Static<typeof SignUpForm>;

/** A version of what people agree to. */
export const SignUpWording = Type.Object({
  version: Type.Integer(),
  text: Type.String(),
  createdAt: Timestamp,
});
export type SignUpWording = Static<typeof SignUpWording>;

/** Where a request came from, as evidence. Null: unknown. */
const Origin = { ip: Nullable(Type.String()), userAgent: Nullable(Type.String()) };

/** The purpose of the link in a confirmation email. */
export const SignUpLink = Type.Object({
  address: Type.String(),
  language: Language,
  title: Type.String(),
  wording: Type.String(),
  /** The page to continue to after the confirmation. Null: none. */
  confirmedUrl: Nullable(Type.String()),
});
export type SignUpLink = Static<typeof SignUpLink>;

/** The time limit of a worker for one confirmation email (milliseconds). */
const MAIL_TIMEOUT_MS = 16_000;

const TokenHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

const one = { userId: Id, id: Id };

export const signUpMessages = {
  /** Errors: group_not_found, limit_reached. */
  'sign-up.create-form': command(
    'subscriber',
    Type.Object({ ...one, by: By, ...SignUpFormSettings.properties }),
    SignUpForm,
  ),
  /** Errors: sign_up_form_not_found. */
  'sign-up.get-form': command('subscriber', Type.Object(one), SignUpForm),
  /** Oldest first. */
  'sign-up.list-forms': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(SignUpForm)),
  /** Changes only the given fields. Errors: sign_up_form_not_found, group_not_found, limit_reached. */
  'sign-up.update-form': command(
    'subscriber',
    Type.Object({ ...one, by: By, ...Type.Partial(SignUpFormSettings).properties }),
    SignUpForm,
  ),
  /** Errors: sign_up_form_not_found. */
  'sign-up.delete-form': command('subscriber', Type.Object({ ...one, by: By }), Deleted),
  /** Newest first, continuing after a version. Errors: sign_up_form_not_found. */
  'sign-up.list-wordings': read('subscriber', Type.Object({ ...one, ...PageRequest }), Page(SignUpWording)),

  /** A form of any account, for its page. Errors: sign_up_form_not_found. */
  'sign-up.show-form': command('subscriber', Type.Object({ id: Id }), SignUpForm),
  /**
   * A person filled in a form. The confirmation email follows later, below `publicUrl`. The reply doesn't depend on the
   * address. `wordingVersion`: what the person saw. `isOutdated`: the wording is another one by now, and nothing was
   * stored. Errors: sign_up_form_not_found.
   */
  'sign-up.request': command(
    'subscriber',
    Type.Object({
      id: Id,
      formId: Id,
      address: Type.String(),
      answers: Type.Record(Type.String(), Type.String()),
      wordingVersion: Type.Integer(),
      publicUrl: Type.String(),
      ...Origin,
    }),
    Type.Object({ isOutdated: Type.Boolean() }),
  ),
  /**
   * Adds a subscriber who must confirm the address first. The form provides the texts. The reply is the subscriber that
   * the confirmation adds. An address with an open sign-up gets no further email within the limits, and the reply is the
   * earlier one. Errors: sign_up_form_not_found, group_not_found, subscriber_exists, address_suppressed, rate_limited.
   */
  'sign-up.begin': command(
    'subscriber',
    Type.Object({
      id: Id,
      userId: Id,
      formId: Id,
      groupSlug: Type.String(),
      address: Type.String(),
      extraData: Variables,
      given: Type.Optional(ConsentDetails),
      publicUrl: Type.String(),
    }),
    Subscriber,
  ),
  /** What a link would confirm. Errors: link_not_found. */
  'sign-up.read-link': command('subscriber', Type.Object({ tokenHash: TokenHash }), SignUpLink),
  /**
   * Makes the person a member, once. Errors: link_not_found, also if the address was suppressed after the person filled
   * in the form.
   */
  'sign-up.confirm': command('subscriber', Type.Object({ tokenHash: TokenHash, ...Origin }), SignUpLink),
  /** Sends one confirmation email. A repeated command sends it again. */
  'sign-up.send-mail': command(
    'email-worker',
    Type.Object({
      signUpId: Id,
      userId: Id,
      senderId: Type.String(),
      content: PublishedContent,
      recipient: LeasedRecipient,
    }),
    Type.Object({
      state: Type.Unsafe<SignUpMailState>(Type.String()),
      retryAfterMs: Nullable(Type.Integer()),
    }),
    { timeoutMs: MAIL_TIMEOUT_MS },
  ),
};

/** RETRY: the email wasn't sent, or perhaps not, and can be sent later. FAILED: it can't be sent to this address. */
export type SignUpMailState = 'SENT' | 'RETRY' | 'FAILED';
