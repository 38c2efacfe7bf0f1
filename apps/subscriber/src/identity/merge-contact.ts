import { type Contact, extraDataLimits } from '@carillon/input';
import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import {
  type Attribute,
  type PersonDocument,
  type StoredValue,
  addressesBeyond,
  attributesOf,
} from './person-document';

/**
 * What happens to the values of a known person: `skip` keeps them and adds none, `fill` adds missing values, and `update`
 * also replaces existing values. New addresses are always added.
 */
export type OnExisting = 'skip' | 'fill' | 'update';
/** The same for single attributes and fields, by name. */
export type Rules = ReadonlyMap<string, OnExisting>;

const noRules: Rules = new Map();

/** The limits of a person: addresses, attributes, and the bytes of all attributes as JSON. */
export const personLimits = {
  addresses: 50,
  attributes: extraDataLimits.keys,
  bytes: extraDataLimits.bytes,
} as const;

/** Why a person can't have the values. */
export type Refusal = 'too_many_addresses' | 'too_many_attributes' | 'attributes_too_big';

/** A contact whose attributes have their declared types. */
export interface TypedContact extends Omit<Contact, 'attributes'> {
  attributes: Readonly<Record<string, StoredValue>>;
}

/** The person with the values of a contact; the same object if nothing changes. */
export function mergedWith(
  person: PersonDocument,
  contact: TypedContact,
  onExisting: OnExisting,
  rules: Rules = noRules,
): PersonDocument | Refusal {
  const channels = [...person.channels, ...addressesBeyond(person.channels, contact.addresses)];
  const merged: PersonDocument = { ...person, channels };
  const attributes = mergedAttributes(person.attributes ?? [], contact.attributes, onExisting, rules);
  if (attributes.length > 0) merged.attributes = attributes;
  // An external ID identifies the person. A contact never replaces it.
  if (contact.externalId !== undefined) merged.externalId = person.externalId ?? contact.externalId;
  for (const name of ['locale', 'timeZone', 'country'] as const) {
    const value = chosen(person[name], contact[name], rules.get(name) ?? onExisting);
    if (value !== undefined) merged[name] = value;
  }
  const isSame = channels.length === person.channels.length && isDeepStrictEqual(person, merged);
  return isSame ? person : (refusalOf(merged) ?? merged);
}

/** The limit that a person exceeds; null: none. */
export function refusalOf({ channels, attributes = [] }: PersonDocument): Refusal | null {
  if (channels.length > personLimits.addresses) return 'too_many_addresses';
  if (attributes.length > personLimits.attributes) return 'too_many_attributes';
  return bytesOf(attributes) > personLimits.bytes ? 'attributes_too_big' : null;
}

function mergedAttributes(
  before: readonly Attribute[],
  values: TypedContact['attributes'],
  onExisting: OnExisting,
  rules: Rules,
): Attribute[] {
  const merged = new Map(before.map((each) => [each.k, each]));
  for (const [k, v] of Object.entries(values)) {
    const value = chosen(merged.get(k)?.v, v, rules.get(k) ?? onExisting);
    if (value !== undefined) merged.set(k, { k, v: value });
  }
  return [...merged.values()];
}

function chosen<T>(before: T | undefined, value: T | undefined, onExisting: OnExisting): T | undefined {
  if (value === undefined || onExisting === 'skip') return before;
  return onExisting === 'update' ? value : (before ?? value);
}

function bytesOf(attributes: readonly Attribute[]): number {
  return Buffer.byteLength(JSON.stringify(attributesOf(attributes)));
}
