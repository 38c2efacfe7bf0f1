import { LANGUAGE, languageOf } from '@carillon/content';
import { AppError, type AuditNote, type By, type Deleted, type Payload } from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import {
  AttributeChanges,
  AttributeEvents,
  type AttributeNameDocument,
  AttributedPeople,
  newChange,
} from '../identity';
import { ChangeValues } from './change-values';

/** How long counting the people of a change takes (milliseconds). */
const COUNT_MS = 1_000;
/** Another process changes the attribute at the same time. */
const TRIES = 10;

/** Describes, renames, and deletes attributes. Stored values follow in the background. */
@Injectable()
export class EditAttributes {
  constructor(
    private readonly attributeChanges: AttributeChanges,
    private readonly people: AttributedPeople,
    private readonly changeValues: ChangeValues,
    private readonly events: AttributeEvents,
    private readonly clock: Clock,
  ) {}

  /** Returns the name that the attribute has now. Errors: attribute_not_found, attribute_exists. */
  async update(update: Payload<'attribute.update'>): Promise<string> {
    for (let tries = 0; tries < TRIES; tries++) {
      const attribute = await this.existing(update.userId, update.name);
      const { newName = attribute.name } = update;
      const isDone =
        newName === attribute.name
          ? await this.describe(attribute, update)
          : await this.rename(attribute, newName, update);
      if (!isDone) continue;
      this.changeValues.nudge();
      return newName;
    }
    throw changing();
  }

  /** A repeat returns no ID. */
  async delete({ by, userId, name }: Payload<'attribute.delete'>): Promise<Deleted> {
    for (let tries = 0; tries < TRIES; tries++) {
      const attribute = await this.found(userId, name);
      if (!attribute) return { ids: [] };
      await this.attributeChanges.removeMoving(userId, name);
      const { people } = await this.people.count(userId, name, COUNT_MS);
      const notes = [this.note(by, attribute, 'deleted', name, null)];
      const change = newChange('DELETION', people);
      const entries = { notes, pendingWebhookEvents: [] };
      if (!(await this.attributeChanges.describe(attribute, {}, change, entries))) continue;
      this.changeValues.nudge();
      return { ids: [attribute._id.toHexString()] };
    }
    throw changing();
  }

  private async describe(
    attribute: AttributeNameDocument,
    { by, userId, type, label }: Payload<'attribute.update'>,
  ): Promise<boolean> {
    const before = { type: attribute.type ?? null, label: attribute.label ?? null };
    const after = { type: before.type, label: before.label, ...defined({ type, label }) };
    const isRetyped = after.type !== before.type;
    const notes = isRetyped ? [this.note(by, attribute, 'retyped', before.type, after.type)] : [];
    // Without a declared type, values stay as they are.
    if (isRetyped && after.type !== null) {
      const { people } = await this.people.countAll(userId, COUNT_MS);
      const entries = { notes, pendingWebhookEvents: [] };
      return this.attributeChanges.describe(attribute, { type, label }, newChange('TYPE', people), entries);
    }
    if (!isRetyped && after.label === before.label) return true;
    const pendingWebhookEvents = await this.events.updated({ ...attribute, ...after });
    const description = { label, ...(isRetyped && { type }) };
    return this.attributeChanges.describe(attribute, description, null, { notes, pendingWebhookEvents });
  }

  private async rename(
    attribute: AttributeNameDocument,
    to: string,
    { by, userId, name, type, label }: Payload<'attribute.update'>,
  ): Promise<boolean> {
    // Otherwise, values would become the language of messages.
    if (to === LANGUAGE || languageOf({ [to]: 'en' }) !== undefined) throw new AppError('attribute_exists');
    const before = attribute.type ?? null;
    const notes = [this.note(by, attribute, 'renamed', name, to)];
    if (type !== undefined && type !== before) notes.push(this.note(by, attribute, 'retyped', before, type));
    const { people } = await this.people.count(userId, name, COUNT_MS);
    const description = { type, label };
    return this.attributeChanges.rename(attribute, { to, people, description, notes, now: this.clock.now() });
  }

  private async existing(userId: string, name: string): Promise<AttributeNameDocument> {
    const attribute = await this.found(userId, name);
    if (!attribute) throw new AppError('attribute_not_found');
    return attribute;
  }

  /** An attribute that isn't being deleted. */
  private async found(userId: string, name: string): Promise<AttributeNameDocument | null> {
    const attribute = name === LANGUAGE ? null : await this.attributeChanges.findLatest(userId, name);
    return attribute?.change?.kind === 'DELETION' ? null : attribute;
  }

  private note(
    by: By,
    { _id, userId, name }: AttributeNameDocument,
    verb: 'renamed' | 'retyped' | 'deleted',
    before: string | null,
    after: string | null,
  ): AuditNote {
    const field = verb === 'retyped' ? 'type' : 'name';
    return auditNote(by, this.clock.now(), {
      userId: userId.toHexString(),
      action: `attribute.${verb}`,
      target: { type: 'attribute', id: _id.toHexString(), name },
      changes: [{ field, before, after }],
    });
  }
}

/** The values that aren't undefined. */
function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function changing(): AppError {
  return new AppError('service_unavailable', 'Others are changing the attribute at the moment');
}
