import type { Schemas } from '@carillon/sdk';
import { fieldsOn, greetingField, nearestName, placeholderText } from './placeholders';

const names: Schemas['AudienceFields']['names'] = [
  { name: 'Stadt', people: { EMAIL: 200, WHATSAPP: 0, SMS: 10 } },
  { name: 'Vorname', people: { EMAIL: 150, WHATSAPP: 0, SMS: 20 } },
  { name: 'Rabatt', people: { EMAIL: 0, WHATSAPP: 0, SMS: 5 } },
];
const fields = { names, missing: [], people: { EMAIL: 200, WHATSAPP: 5, SMS: 20 }, isComplete: true };
const sampled = { integration: 'WHATSAPP', extraData: { nick: 'A' } };
const sample = [
  sampled,
  { integration: 'EMAIL', extraData: { Stadt: 'B' } },
] as unknown as Schemas['Subscriber'][];
const on = (channel: Schemas['Channel']) =>
  fieldsOn(channel, fields as unknown as Schemas['AudienceFields'], sample).map(({ name }) => name);

describe('the placeholders that are offered', () => {
  it('are the fields of the people on the channel, starting with their name', () => {
    expect(on('EMAIL')).toEqual(['Vorname', 'Stadt']);
    expect(on('SMS')).toEqual(['Vorname', 'Stadt', 'Rabatt']);
    expect(on('WHATSAPP')).toEqual(['nick']);
  });

  it.each([
    [['Stadt', 'Vorname'], 'Vorname'],
    [['city', 'first_name'], 'first_name'],
    [['ville', 'Prénom'], 'Prénom'],
    [['city', 'surname'], undefined],
  ])('include the name field: %s', (names, name) => {
    expect(greetingField(names.map((each) => ({ name: each, people: 1 })))).toBe(name);
  });
});

describe('the text of a placeholder', () => {
  it.each([
    ['name', '', 'simple', '{{name}}'],
    ['first name', ' friend ', 'simple', '{{first name|friend}}'],
    ['name', 'a}}b|"c"', 'simple', '{{name|abc}}'],
    ['name', '', 'liquid', '{{ name }}'],
    ['Prénom', 'friend', 'liquid', '{{ Prénom | default: "friend" }}'],
    ['first name', 'my "friend"', 'liquid', '{{ ["first name"] | default: "my friend" }}'],
    ['a"b', '', 'liquid', '{{ ["a\\"b"] }}'],
  ] as const)('has the fallback: %s, %j, %s', (name, fallback, engine, text) => {
    expect(placeholderText(name, fallback, engine)).toBe(text);
  });
});

describe('a misspelled placeholder', () => {
  const existing = ['Vorname', 'Nachname', 'Stadt', 'first_name', 'Straße', 'x'];

  it.each([
    ['Vornme', 'Vorname'],
    ['vorname', 'Vorname'],
    ['Vornmae', 'Vorname'],
    ['Vor name', 'Vorname'],
    ['firstname', 'first_name'],
    ['First Name', 'first_name'],
    ['Nachnahme', 'Nachname'],
    ['Strasse', 'Straße'],
    ['Strase', 'Straße'],
    ['city', null],
    ['y', null],
    ['zip', null],
  ])('has a suggestion if a similar name exists: %s', (name, nearest) => {
    expect(nearestName(name, existing)).toBe(nearest);
  });
});
