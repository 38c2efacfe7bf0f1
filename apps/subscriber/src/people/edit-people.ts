import { isDeepStrictEqual } from 'node:util';
import { AppError, type By, type Channel, type Payload, type Person, channels } from '@carillon/contracts';
import type { AttributeValue } from '@carillon/input';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import {
  type Attribute,
  AttributeNames,
  People,
  type PersonDocument,
  addressesBeyond,
  personLimits,
  refusalOf,
  toPerson,
  typedAttributes,
} from '../identity';
import { LeaveGroups } from '../subscribers';

type Values = Omit<Payload<'person.update'>, 'userId' | 'id'>;

/** Values with the declared types, and the names of the attributes to remove. */
interface TypedValues extends Omit<Values, 'attributes'> {
  attributes: Readonly<Record<string, Attribute['v']>>;
  removed: readonly string[];
}

/** Another process changes the person at the same time. */
const TRIES = 10;

/** Adds people, changes them, merges them, and removes them. */
@Injectable()
export class EditPeople {
  constructor(
    private readonly people: People,
    private readonly attributeNames: AttributeNames,
    private readonly leaveGroups: LeaveGroups,
    private readonly clock: Clock,
  ) {}

  /**
   * A repeat with the same ID returns the person that it added. Errors: person_conflict, limit_reached,
   * quota_exceeded.
   */
  async create({ userId, id, ...values }: Payload<'person.create'>): Promise<Person> {
    const now = this.clock.now();
    const empty = { _id: new ObjectId(id), userId: new ObjectId(userId), n: [], channels: [], rev: 1 };
    const typed = await this.typed(userId, values, now);
    const person = withValues({ ...empty, createdAt: now, updatedAt: now }, typed);
    for (let tries = 0; tries < TRIES; tries++) {
      const [refused] = await this.people.add(userId, [person]);
      if (refused === undefined) return toPerson(person);
      const existing = await this.people.get(userId, id);
      if (existing) return toPerson(existing);
      await this.requireFree(userId, person);
    }
    throw changing();
  }

  /**
   * Changes the given fields. An address that the person no longer has leaves all groups. Errors: person_not_found,
   * person_conflict, limit_reached.
   */
  async update({ userId, id, ...values }: Payload<'person.update'>, messageId: string): Promise<Person> {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await this.existing(userId, id);
      const now = this.clock.now();
      const after = withValues(before, await this.typed(userId, values, now));
      if (isDeepStrictEqual(after, before)) return toPerson(before);
      after.updatedAt = now;
      await this.requireFree(userId, after);
      // Leaves first: after a crash in between, the redelivered message finds the address again.
      await this.leave(userId, addressesBeyond(after.channels, before.channels), messageId);
      if (await this.people.replace(userId, [after])) return toPerson(after);
    }
    throw changing();
  }

  /** Removes a person from all groups, and then the person. Returns no ID if there is no such person. */
  async delete({ userId, id }: Payload<'person.delete'>, messageId: string): Promise<{ ids: string[] }> {
    for (let tries = 0; tries < TRIES; tries++) {
      const person = await this.people.get(userId, id);
      if (!person) return { ids: tries === 0 ? [] : [id] };
      await this.leave(userId, person.channels, messageId);
      if (await this.people.remove(person, { erased: false })) return { ids: [id] };
    }
    throw changing();
  }

  /**
   * Gives the addresses and values of another person to this one, and removes the other. Memberships, suppressions, and
   * deliveries belong to addresses, so they need no change. Errors: person_not_found; person_conflict if both have an
   * external ID.
   */
  async merge({ by, userId, id, otherId }: Payload<'person.merge'>): Promise<Person> {
    if (id === otherId) throw new AppError('person_conflict', 'A person cannot be merged with itself');
    for (let tries = 0; tries < TRIES; tries++) {
      const into = await this.existing(userId, id);
      const from = await this.people.get(userId, otherId);
      if (!from) {
        if (into.mergedFrom?.toHexString() === otherId) return toPerson(into);
        throw notFound();
      }
      if (into.externalId !== undefined && from.externalId !== undefined) throw conflictWith([from]);
      const merged = this.merged(into, from, by);
      if (await this.people.merge(merged, from)) return toPerson(merged);
    }
    throw changing();
  }

  private merged(into: PersonDocument, from: PersonDocument, by: By): PersonDocument {
    const now = this.clock.now();
    const [userId, id] = [into.userId.toHexString(), into._id.toHexString()];
    const merged: PersonDocument = {
      ...from,
      ...into,
      n: [...into.n, ...from.n],
      channels: [...into.channels, ...addressesBeyond(into.channels, from.channels)],
      mergedFrom: from._id,
      updatedAt: now,
    };
    const attributes = new Map(
      [...(from.attributes ?? []), ...(into.attributes ?? [])].map((each) => [each.k, each]),
    );
    if (attributes.size > 0) merged.attributes = [...attributes.values()];
    requireLimits(merged);
    const changes = [{ field: 'mergedPerson', before: null, after: from._id.toHexString() }];
    const target = { type: 'person', id, name: null } as const;
    const note = auditNote(by, now, { userId, action: 'person.merged', target, changes });
    merged.notes = [...(from.notes ?? []), ...(into.notes ?? []), note];
    const pending = [...(from.pendingWebhookEvents ?? []), ...(into.pendingWebhookEvents ?? [])];
    if (pending.length > 0) merged.pendingWebhookEvents = pending;
    return merged;
  }

  private async existing(userId: string, id: string): Promise<PersonDocument> {
    const person = await this.people.get(userId, id);
    if (!person) throw notFound();
    return person;
  }

  private async leave(
    userId: string,
    addresses: PersonDocument['channels'],
    messageId: string,
  ): Promise<void> {
    for (const { channel, address } of addresses)
      await this.leaveGroups.leave({ userId, channel, address, messageId });
  }

  /** Notes the names of the attributes, and converts values to the declared types. @throws AppError limit_reached */
  private async typed(userId: string, values: Values, now: Date): Promise<TypedValues> {
    const { attributes: all = {}, locale } = values;
    const removed = Object.keys(all).filter((name) => all[name] === null);
    const given = Object.entries(all).filter(([, value]) => value !== null);
    const attributes = Object.fromEntries(given) as Record<string, AttributeValue>;
    const types = await this.attributeNames.ensure(
      userId,
      [{ attributes, locale: locale ?? undefined }],
      now,
    );
    return { ...values, attributes: typedAttributes(attributes, types), removed };
  }

  /** @throws AppError person_conflict if another person has the external ID or one of the addresses */
  private async requireFree(userId: string, person: PersonDocument): Promise<void> {
    const { channels, externalId } = person;
    const found = await Promise.all([
      this.people.withAddresses(userId, [...new Set(channels.map(({ address }) => address))]),
      this.people.withExternalIds(userId, externalId === undefined ? [] : [externalId]),
    ]);
    const others = found.flat().filter(({ _id }) => !_id.equals(person._id));
    if (others.length > 0) throw conflictWith(others);
  }
}

/** The person with these values. @throws AppError limit_reached */
function withValues(
  person: PersonDocument,
  { addresses, attributes, removed, ...values }: TypedValues,
): PersonDocument {
  const changed = { ...person };
  if (addresses)
    changed.channels = channels.flatMap((channel) => replaced(person, channel, addresses[channel]));
  for (const name of ['externalId', 'locale', 'timeZone', 'country'] as const) {
    const value = values[name];
    if (value === null) Reflect.deleteProperty(changed, name);
    else if (value !== undefined) changed[name] = value;
  }
  const merged = new Map((person.attributes ?? []).map((each) => [each.k, each]));
  for (const k of removed) merged.delete(k);
  for (const [k, v] of Object.entries(attributes)) merged.set(k, { k, v });
  if (merged.size > 0) changed.attributes = [...merged.values()];
  else delete changed.attributes;
  requireLimits(changed);
  return changed;
}

function replaced(
  person: PersonDocument,
  channel: Channel,
  addresses: readonly string[] | undefined,
): PersonDocument['channels'] {
  if (!addresses) return person.channels.filter((each) => each.channel === channel);
  return addresses.map((address) => ({ channel, address }));
}

/** @throws AppError limit_reached */
function requireLimits(person: PersonDocument): void {
  const refusal = refusalOf(person);
  if (refusal) throw new AppError('limit_reached', limitDetails[refusal]);
}

const limitDetails: Record<NonNullable<ReturnType<typeof refusalOf>>, string> = {
  too_many_addresses: `A person can have at most ${personLimits.addresses} addresses`,
  too_many_attributes: `A person can have at most ${personLimits.attributes} attributes`,
  attributes_too_big: `The attributes of a person can have at most ${personLimits.bytes} bytes as JSON`,
};

function notFound(): AppError {
  return new AppError('person_not_found');
}

function changing(): AppError {
  return new AppError('service_unavailable', 'Others are changing the person at the moment');
}

function conflictWith(others: readonly Pick<PersonDocument, '_id'>[]): AppError {
  const ids = [...new Set(others.map(({ _id }) => _id.toHexString()))];
  return new AppError('person_conflict', undefined, [], { personIds: ids.join(' ') });
}
