import type { Contact } from '@carillon/input';
import { ObjectId } from 'mongodb';
import { matchContacts } from './match-contacts';
import type { OnExisting } from './merge-contact';
import type { PersonDocument } from './person-document';

const user = new ObjectId();
const now = new Date('2026-03-01T12:00:00Z');
const before = new Date('2026-01-01T12:00:00Z');

const email = (address: string) => ({ channel: 'EMAIL' as const, address });
const sms = (address: string) => ({ channel: 'SMS' as const, address });

function contact(addresses: Contact['addresses'], more: Partial<Contact> = {}): Contact {
  return { addresses, attributes: {}, ...more };
}

function person(channels: PersonDocument['channels'], more: Partial<PersonDocument> = {}): PersonDocument {
  return {
    _id: new ObjectId(),
    userId: user,
    n: [1],
    channels,
    rev: 3,
    createdAt: before,
    updatedAt: before,
    ...more,
  };
}

function match(
  contacts: readonly Contact[],
  known: readonly PersonDocument[] = [],
  onExisting: OnExisting = 'update',
) {
  const withIds = contacts.map((each) => ({ contact: each, ownId: new ObjectId() }));
  return {
    ids: withIds.map(({ ownId }) => ownId),
    ...matchContacts(user, withIds, known, { onExisting, now }),
  };
}

describe('matching contacts with people', () => {
  it('adds one person with all channels for an unknown contact', () => {
    const both = contact([email('ann@example.com'), sms('+4915112345678')], { attributes: { city: 'Köln' } });
    const { ids, matches, added, changed } = match([both]);
    expect(matches).toEqual([{ person: ids[0] }]);
    expect(added).toEqual([
      {
        _id: ids[0],
        userId: user,
        n: [],
        channels: both.addresses,
        attributes: [{ k: 'city', v: 'Köln' }],
        rev: 1,
        createdAt: now,
        updatedAt: now,
      },
    ]);
    expect(changed).toEqual([]);
  });

  it('finds a known person by any address, and adds the others', () => {
    const ann = person([email('ann@example.com')]);
    const { matches, added, changed } = match(
      [contact([sms('+4915112345678'), email('ann@example.com')])],
      [ann],
    );
    expect(matches).toEqual([{ person: ann._id }]);
    expect(added).toEqual([]);
    expect(changed).toEqual([
      { ...ann, channels: [email('ann@example.com'), sms('+4915112345678')], updatedAt: now },
    ]);
  });

  it('finds a known person by the external ID, also if no address is known', () => {
    const ann = person([], { externalId: '7' });
    const { matches } = match([contact([email('ann@example.com')], { externalId: '7' })], [ann]);
    expect(matches).toEqual([{ person: ann._id }]);
  });

  it('takes a phone number for one person on SMS and WhatsApp', () => {
    const ann = person([sms('+4915112345678')]);
    const { matches } = match([contact([{ channel: 'WHATSAPP', address: '+4915112345678' }])], [ann]);
    expect(matches).toEqual([{ person: ann._id }]);
  });

  it('never merges two people: it names both', () => {
    const [ann, bob] = [person([email('ann@example.com')]), person([sms('+4915112345678')])];
    const both = contact([email('ann@example.com'), sms('+4915112345678')]);
    const { matches, added, changed } = match([both], [ann, bob]);
    expect(matches).toEqual([{ conflict: [ann._id, bob._id] }]);
    expect([...added, ...changed]).toEqual([]);
  });

  it('refuses an address of a person with another external ID', () => {
    const ann = person([email('ann@example.com')], { externalId: '7' });
    const { matches, changed } = match([contact([email('ann@example.com')], { externalId: '8' })], [ann]);
    expect(matches).toEqual([{ conflict: [ann._id] }]);
    expect(changed).toEqual([]);
  });

  it('merges contacts of one person within a batch, in their order', () => {
    const first = contact([email('ann@example.com')], { attributes: { city: 'Köln', age: '30' } });
    const second = contact([email('ann@example.com'), sms('+4915112345678')], {
      attributes: { city: 'Bonn' },
    });
    const third = contact([sms('+4915112345678')], { attributes: { plan: 'gold' } });
    const { ids, matches, added, changed } = match([first, second, third]);
    expect(matches).toEqual([{ person: ids[0] }, { person: ids[0] }, { person: ids[0] }]);
    expect(added).toHaveLength(1);
    expect(added[0]?.attributes).toEqual([
      { k: 'city', v: 'Bonn' },
      { k: 'age', v: '30' },
      { k: 'plan', v: 'gold' },
    ]);
    expect(changed).toEqual([]);
  });

  it.each([
    ['skip', { city: 'Köln' }, undefined],
    ['fill', { city: 'Köln', age: '31' }, 'de'],
    ['update', { city: 'Bonn', age: '31' }, 'de'],
  ] as const)('with %s, a known person has the attributes %j', (onExisting, attributes, locale) => {
    const ann = person([email('ann@example.com')], { attributes: [{ k: 'city', v: 'Köln' }] });
    const more = { attributes: { city: 'Bonn', age: '31' }, locale: 'de' };
    const { matches, changed } = match([contact([email('ann@example.com')], more)], [ann], onExisting);
    expect(matches).toEqual([{ person: ann._id }]);
    const [after = ann] = changed;
    expect(Object.fromEntries((after.attributes ?? []).map(({ k, v }) => [k, v]))).toEqual(attributes);
    expect(after.locale).toBe(locale);
  });

  it('writes nothing for a contact that changes nothing', () => {
    const ann = person([email('ann@example.com')], { attributes: [{ k: 'city', v: 'Köln' }] });
    const { changed } = match([contact([email('ann@example.com')], { attributes: { city: 'Köln' } })], [ann]);
    expect(changed).toEqual([]);
  });

  it.each([
    [
      'too_many_attributes',
      { attributes: Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`b${n}`, 'x'])) },
    ],
    ['attributes_too_big', { attributes: { note: 'x'.repeat(15_000) } }],
  ])('refuses more than a person can have: %s', (refusal, more) => {
    const ann = person([email('ann@example.com')], {
      attributes: [
        { k: 'a', v: 'x'.repeat(2_000) },
        { k: 'c', v: 'x' },
      ],
    });
    const { matches, changed } = match([contact([email('ann@example.com')], more)], [ann]);
    expect(matches).toEqual([{ refusal }]);
    expect(changed).toEqual([]);
  });
});
