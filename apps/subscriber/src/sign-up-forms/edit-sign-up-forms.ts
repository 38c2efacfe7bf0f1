import {
  AppError,
  type AuditAction,
  type AuditChange,
  type By,
  type Deleted,
  type Payload,
  type SignUpForm,
  type SignUpFormSettings,
} from '@carillon/contracts';
import { ErasedUsers, auditNote } from '@carillon/mongo';
import { Clock, addInFreeSlot } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { Groups } from '../membership';
import { type SignUpFormDocument, toSignUpForm } from './form-document';
import { SignUpForms } from './sign-up-forms';

const FORMS_PER_USER = 50;
/** The limit of versions of a form's wording, which are all kept. */
const MOST_WORDINGS = 200;
/** An attempt fails only if another process changes the form in the meantime. */
const TRIES = 50;

/** Adds, changes, and deletes sign-up forms. */
@Injectable()
export class EditSignUpForms {
  constructor(
    private readonly forms: SignUpForms,
    private readonly groups: Groups,
    private readonly erasedUsers: ErasedUsers,
    private readonly clock: Clock,
  ) {}

  /** A repeat with the same ID returns the existing form. Errors: group_not_found, limit_reached. */
  async create({ by, userId, id, ...input }: Payload<'sign-up.create-form'>): Promise<SignUpForm> {
    await this.erasedUsers.refuse(userId);
    const { groupId, wording, ...settings } = input;
    await this.requireGroup(userId, groupId);
    const now = this.clock.now();
    const form = {
      _id: new ObjectId(id),
      userId: new ObjectId(userId),
      groupId: new ObjectId(groupId),
      settings,
      wordings: [{ text: wording, at: now }],
      rev: 1,
      createdAt: now,
      updatedAt: now,
      notes: [this.note(by, { userId, id, name: input.name }, 'created', changesBetween({}, input))],
    };
    const added = await addInFreeSlot<SignUpFormDocument>({
      limit: FORMS_PER_USER,
      find: () => this.forms.get(userId, id),
      taken: () => this.forms.slots(userId),
      add: async (slot) => ((await this.forms.add({ ...form, slot })) ? { ...form, slot } : null),
      refuse: () =>
        new AppError('limit_reached', `An account can have at most ${FORMS_PER_USER} sign-up forms`),
    });
    return toSignUpForm(added);
  }

  /**
   * Changes the given fields. Another wording is a new version; earlier versions stay. Errors: sign_up_form_not_found,
   * group_not_found, limit_reached.
   */
  async update({ by, userId, id, ...input }: Payload<'sign-up.update-form'>): Promise<SignUpForm> {
    if (input.groupId !== undefined) await this.requireGroup(userId, input.groupId);
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await this.forms.get(userId, id);
      if (!before) throw new AppError('sign_up_form_not_found');
      const [form, after] = [toSignUpForm(before), this.changed(before, input)];
      const changes = changesBetween(form, { ...form, ...input });
      if (changes.length === 0) return form;
      const name = after.settings.name;
      const note = this.note(by, { userId, id, name }, 'updated', changes);
      if (await this.forms.change(after, note)) return toSignUpForm(after);
    }
    throw new AppError('service_unavailable', 'The form changes too often');
  }

  /** A repeat gets the same reply. Errors: sign_up_form_not_found. */
  async delete({ by, userId, id }: Payload<'sign-up.delete-form'>, messageId: string): Promise<Deleted> {
    const form = await this.forms.get(userId, id);
    if (form) {
      const note = this.note(by, { userId, id, name: form.settings.name }, 'deleted', []);
      await this.forms.delete(userId, id, { by: messageId, at: this.clock.now(), note });
    }
    if (await this.forms.wasDeletedBy(userId, id, messageId)) return { ids: [id] };
    throw new AppError('sign_up_form_not_found');
  }

  private changed(before: SignUpFormDocument, input: Partial<SignUpFormSettings>): SignUpFormDocument {
    const { groupId, wording, ...settings } = input;
    const now = this.clock.now();
    const isNew = wording !== undefined && wording !== before.wordings.at(-1)?.text;
    if (isNew && before.wordings.length >= MOST_WORDINGS)
      throw new AppError('limit_reached', `A form can have at most ${MOST_WORDINGS} versions of its wording`);
    return {
      ...before,
      settings: { ...before.settings, ...settings },
      wordings: isNew ? [...before.wordings, { text: wording, at: now }] : before.wordings,
      ...(groupId !== undefined && { groupId: new ObjectId(groupId) }),
      updatedAt: now,
    };
  }

  private async requireGroup(userId: string, groupId: string): Promise<void> {
    if (await this.groups.get(userId, groupId)) return;
    throw new AppError('group_not_found', undefined, [
      { field: 'group', code: 'not_found', detail: 'No group has this ID' },
    ]);
  }

  private note(
    by: By,
    { userId, id, name }: { userId: string; id: string; name: string },
    change: 'created' | 'updated' | 'deleted',
    changes: AuditChange[],
  ) {
    const action: AuditAction = `sign_up_form.${change}`;
    const target = { type: 'sign_up_form' as const, id, name };
    return auditNote(by, this.clock.now(), { userId, action, target, changes });
  }
}

/** The fields as the API names them. */
const auditedFields = {
  name: 'name',
  groupId: 'group',
  language: 'language',
  title: 'title',
  text: 'text',
  button: 'button',
  wording: 'wording',
  subject: 'subject',
  html: 'html',
  plainText: 'plainText',
  requestedUrl: 'requestedUrl',
  confirmedUrl: 'confirmedUrl',
} as const;

function changesBetween(
  before: Partial<SignUpFormSettings>,
  after: Partial<SignUpFormSettings>,
): AuditChange[] {
  const simple = Object.entries(auditedFields).flatMap(([key, field]) => {
    const name = key as keyof typeof auditedFields;
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
  const [was, is] = [attributesOf(before), attributesOf(after)];
  const isSame = JSON.stringify(before.fields ?? []) === JSON.stringify(after.fields ?? []);
  return isSame ? simple : [...simple, { field: 'fields', before: was, after: is }];
}

function attributesOf({ fields = [] }: Partial<SignUpFormSettings>): string[] {
  return fields.map(
    ({ attribute, label, required }) => `${attribute}: ${label}${required ? ' (required)' : ''}`,
  );
}
