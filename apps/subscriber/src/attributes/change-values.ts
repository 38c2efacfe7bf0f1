import { BackgroundTask, Clock, Logger, QUIET_PAUSE_MS, type RoundEnd } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import {
  type Attribute,
  AttributeChanges,
  AttributeEvents,
  type AttributeNameDocument,
  type Attributed,
  AttributedPeople,
  type Changing,
  PersonVersions,
  storedAs,
} from '../identity';

const LOOK_MS = 1_000;
/** The number of people of a step. */
const SOME = 500;

/**
 * Changes stored values after an attribute gets another type or name, or is deleted, a step at a time. Each step can be
 * repeated, so that a crash at any point, or a second worker on the same attribute, changes nothing.
 */
@Injectable()
export class ChangeValues extends BackgroundTask {
  constructor(
    private readonly attributeChanges: AttributeChanges,
    private readonly people: AttributedPeople,
    private readonly versions: PersonVersions,
    private readonly events: AttributeEvents,
    private readonly clock: Clock,
    log: Logger,
  ) {
    super({ name: 'changing the values of attributes', everyMs: LOOK_MS, quietMs: QUIET_PAUSE_MS, log });
  }

  async round(): Promise<RoundEnd> {
    const changing = await this.attributeChanges.claim();
    if (!changing) return 'idle';
    if (changing.change.kind === 'TYPE') await this.convertSome(changing);
    else await this.moveSome(changing);
    return true;
  }

  /** Converts the values of the next people of the account. Values that don't fit stay text. */
  private async convertSome(changing: Changing): Promise<void> {
    const { userId, name, type, change } = changing;
    const page = await this.people.page(userId, change.after, SOME);
    const converted = page.flatMap((person) => {
      const attributes = type ? withConverted(person.attributes, name, type) : null;
      return attributes ? [{ ...person, attributes }] : [];
    });
    const last = page.at(-1);
    const isWritten = await this.people.replaceAttributes(converted, this.clock.now());
    // If someone else has changed one of the people, the next step begins with the same people.
    const next = isWritten && last ? last._id : change.after;
    await this.attributeChanges.advance(changing, { done: isWritten ? page.length : 0, after: next });
    if (!isWritten || page.length === SOME) return;
    await this.attributeChanges.endPass(changing, await this.events.updated(changing));
  }

  /** Renames or removes the attribute of some of the people who still have it. */
  private async moveSome(changing: Changing): Promise<void> {
    const { userId, name, change } = changing;
    const user = userId.toHexString();
    const some = await this.people.some(user, name, SOME);
    const to = change.to === undefined ? null : await this.attributeChanges.find(user, change.to);
    // The attribute got another name or was deleted since this step was claimed. The values follow in the next step.
    if (change.to !== undefined && !to)
      return this.attributeChanges.advance(changing, { done: 0, after: null });
    const moved = some.map((person): Attributed => {
      const { attributes = [] } = person;
      return { ...person, attributes: withoutName(attributes, name, to) };
    });
    await this.people.replaceAttributes(moved, this.clock.now());
    await this.attributeChanges.advance(changing, { done: some.length, after: null });
    if (some.length > 0) return;
    await this.versions.removeAttribute(userId, name);
    const events = to ? await this.events.updated(to, name) : await this.events.deleted(changing);
    await this.attributeChanges.endPass(changing, events);
  }
}

/** Null: nothing changes. */
function withConverted(
  attributes: readonly Attribute[] = [],
  name: string,
  type: Parameters<typeof storedAs>[1],
): Attribute[] | null {
  const before = attributes.find(({ k }) => k === name);
  if (!before) return null;
  const { stored } = storedAs(before.v, type);
  if (isSame(stored, before.v)) return null;
  return attributes.map((each) => (each === before ? { k: name, v: stored } : each));
}

function isSame(one: Attribute['v'], other: Attribute['v']): boolean {
  return (
    one === other ||
    (one instanceof Date && other instanceof Date && one.getTime() === other.getTime()) ||
    (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other))
  );
}

/** The attributes without this one. Its value gets the new name, if the person doesn't have a value with that name. */
function withoutName(
  attributes: readonly Attribute[],
  name: string,
  to: Pick<AttributeNameDocument, 'name' | 'type'> | null,
): Attribute[] {
  const isTaken = to === null || attributes.some(({ k }) => k === to.name);
  return attributes.flatMap((each) => {
    if (each.k !== name) return [each];
    if (isTaken) return [];
    return [{ k: to.name, v: to.type ? storedAs(each.v, to.type).stored : each.v }];
  });
}
