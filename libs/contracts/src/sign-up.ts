import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, read } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { Language } from './languages';

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
};
