import { type Contact, extraDataLimits } from '@carillon/input';
import { Buffer } from 'node:buffer';
import { type Attribute, type PersonDocument, isSameAddress } from './person-document';

/**
 * What happens to values that a known person has already: they stay (`skip`), only missing ones are added (`fill`), or
 * the new ones replace them (`update`). New addresses are added in any case.
 */
export type OnExisting = 'skip' | 'fill' | 'update';

/** The maximum number of addresses of a person. */
export const mostAddresses = 50;

/** Why a person can't have the values. */
export type Refusal = 'too_many_addresses' | 'too_many_attributes' | 'attributes_too_big';

/** The person with the values of a contact; the same object if nothing changes. */
export function mergedWith(
  person: PersonDocument,
  contact: Contact,
  onExisting: OnExisting,
): PersonDocument | Refusal {
  const channels = [
    ...person.channels,
    ...contact.addresses.filter((each) => !person.channels.some((one) => isSameAddress(one, each))),
  ];
  const attributes = mergedAttributes(person.attributes ?? [], contact.attributes, onExisting);
  if (channels.length > mostAddresses) return 'too_many_addresses';
  if (attributes.length > extraDataLimits.keys) return 'too_many_attributes';
  const merged: PersonDocument = { ...person, channels };
  if (attributes.length > 0) merged.attributes = attributes;
  // An external ID identifies the person, so it is never replaced here.
  if (contact.externalId !== undefined) merged.externalId = person.externalId ?? contact.externalId;
  for (const name of ['locale', 'timeZone', 'country'] as const) {
    const value = chosen(person[name], contact[name], onExisting);
    if (value !== undefined) merged[name] = value;
  }
  if (isEqual(person, merged)) return person;
  return bytesOf(attributes) > extraDataLimits.bytes ? 'attributes_too_big' : merged;
}

function mergedAttributes(
  before: readonly Attribute[],
  values: Contact['attributes'],
  onExisting: OnExisting,
): Attribute[] {
  const merged = new Map(before.map((each) => [each.k, each]));
  for (const [k, v] of Object.entries(values)) {
    const value = chosen(merged.get(k)?.v, v, onExisting);
    if (value !== undefined) merged.set(k, { k, v: value });
  }
  return [...merged.values()];
}

function chosen<T>(before: T | undefined, value: T | undefined, onExisting: OnExisting): T | undefined {
  if (value === undefined || onExisting === 'skip') return before;
  return onExisting === 'update' ? value : (before ?? value);
}

function isEqual(one: PersonDocument, other: PersonDocument): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function bytesOf(attributes: readonly Attribute[]): number {
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(attributes.map(({ k, v }) => [k, v]))));
}
