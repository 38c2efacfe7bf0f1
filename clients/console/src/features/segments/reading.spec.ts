import { de } from '../../texts/de';
import { en } from '../../texts/en';
import type { Conditions } from './conditions';
import { type Naming, readingOf } from './reading';
import { segmentTexts } from './texts';

function namingIn(language: string): Naming {
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const names: Record<string, string> = { g: 'Staff', c: 'Spring' };
  const regions = new Intl.DisplayNames(language, { type: 'region' });
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  return {
    attribute: (name) => name,
    group: (id) => names[id] ?? id,
    campaign: (id) => names[id] ?? id,
    country: (code) => regions.of(code) ?? code,
    language: (code) => languages.of(code) ?? code,
    number: String,
    day: (day) => day,
    anyOf: (values) => list.format(values),
  };
}

const cases: [english: string, german: string, conditions: Conditions][] = [
  [
    'city is Oslo or Rome and opened a campaign in the last 30 days and not in the group Staff',
    'city ist Oslo oder Rome und hat in den letzten 30 Tagen eine Kampagne geöffnet und ist nicht in der Gruppe Staff',
    {
      all: [
        { attribute: 'city', is: ['Oslo', 'Rome'] },
        { did: 'OPENED', inLastDays: 30 },
        { not: { group: 'g' } },
      ],
    },
  ],
  [
    'in the group Staff and (reachable by SMS or country is Norway)',
    'ist in der Gruppe Staff und (ist per SMS erreichbar oder Land ist Norwegen)',
    { all: [{ group: 'g' }, { any: [{ channel: 'SMS' }, { country: ['NO'] }] }] },
  ],
  ['everyone', 'alle Personen', { all: [] }],
  ['nobody', 'niemand', { any: [] }],
  [
    'not (language is German or not reachable by Email)',
    'nicht (Sprache ist Deutsch oder ist nicht per E-Mail erreichbar)',
    { not: { any: [{ locale: ['de'] }, { not: { channel: 'EMAIL' } }] } },
  ],
  ['city is not Oslo', 'city ist nicht Oslo', { not: { attribute: 'city', is: ['Oslo'] } }],
  ['visits is 3', 'visits ist 3', { attribute: 'visits', is: ['3', 3] }],
  ['vip is yes', 'vip ist ja', { attribute: 'vip', is: [true] }],
  ['city contains “os”', 'city enthält „os“', { attribute: 'city', contains: 'os' }],
  [
    'city does not start with “os”',
    'city beginnt nicht mit „os“',
    { not: { attribute: 'city', startsWith: 'os' } },
  ],
  ['visits is at least 3', 'visits ist mindestens 3', { attribute: 'visits', number: { from: 3 } }],
  [
    'visits is not at most 9',
    'visits ist nicht höchstens 9',
    { not: { attribute: 'visits', number: { to: 9 } } },
  ],
  [
    'visits is from 3 to 9',
    'visits liegt zwischen 3 und 9',
    { attribute: 'visits', number: { from: 3, to: 9 } },
  ],
  ['city has a value', 'city hat einen Wert', { attribute: 'city', exists: true }],
  ['city has no value', 'city hat keinen Wert', { not: { attribute: 'city', exists: true } }],
  [
    'birthday is in the next 7 days',
    'birthday ist in den nächsten 7 Tagen',
    { attribute: 'birthday', date: { inNextDays: 7 } },
  ],
  [
    'birthday is not between 2026-01-01 and 2026-01-31',
    'birthday ist nicht zwischen dem 2026-01-01 und dem 2026-01-31',
    { not: { attribute: 'birthday', date: { from: '2026-01-01', to: '2026-01-31' } } },
  ],
  [
    'added on or after 2026-01-01',
    'wurde am oder nach dem 2026-01-01 hinzugefügt',
    { joined: { from: '2026-01-01' } },
  ],
  [
    'not added on or before 2026-01-31',
    'wurde nicht am oder vor dem 2026-01-31 hinzugefügt',
    { not: { joined: { to: '2026-01-31' } } },
  ],
  ['added today', 'wurde heute hinzugefügt', { joined: { inLastDays: 0 } }],
  ['added yesterday or today', 'wurde gestern oder heute hinzugefügt', { joined: { inLastDays: 1 } }],
  [
    'was not sent any campaign in the last 30 days',
    'hat in den letzten 30 Tagen keine Kampagne zugesandt bekommen',
    { not: { did: 'SENT', inLastDays: 30 } },
  ],
  [
    'clicked a link in at least 3 campaigns',
    'hat mindestens 3 Kampagnen angeklickt',
    { did: 'CLICKED', atLeast: 3 },
  ],
  [
    'did not reply to the campaign “Spring”',
    'hat nicht die Kampagne „Spring“ beantwortet',
    { not: { did: 'REPLIED', campaignId: 'c' } },
  ],
];

describe('the reading of conditions', () => {
  it.each(cases)('is in English: %s', (english, _, conditions) => {
    expect(readingOf(conditions, { ...en, ...segmentTexts.en }, namingIn('en'))).toBe(english);
  });

  it.each(cases)('is in German for: %s', (_, german, conditions) => {
    expect(readingOf(conditions, { ...de, ...segmentTexts.de }, namingIn('de'))).toBe(german);
  });
});
