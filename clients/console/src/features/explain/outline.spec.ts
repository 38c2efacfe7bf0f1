import type { Schemas } from '@carillon/sdk';
import { de } from '../../texts/de';
import { en } from '../../texts/en';
import { reasonTexts } from '../../texts/reasons';
import { type Wording, outlineOf } from './outline';
import { explanationTexts } from './texts';

const catalogs = {
  en: { explain: explanationTexts.en, ...reasonTexts.en, channels: en.channels },
  de: { explain: explanationTexts.de, ...reasonTexts.de, channels: de.channels },
};

const wordingIn = (texts: Wording['texts']): Wording => ({
  texts,
  read: (condition) => JSON.stringify(condition),
  time: (time) => time,
});
const target = { _id: 'x', outcome: true, mayHaveChanged: false };
const choice = { channel: 'EMAIL', identifier: 'ann@example.com', applied: true } as const;
const clause = { operator: null, condition: null, value: null, outcome: true, mayHaveChanged: false };

const nothing: Schemas['Explanation'] = {
  ...{ campaign: 'c', status: 'SENT', asOf: 't', plannedAt: null, isPlanned: true, person: null },
  ...{ result: 'SENT', summary: '', groups: [], segments: [], excludeGroups: [], excludeSegments: [] },
  ...{ topic: null, suppressions: [], snoozes: [], deliveries: [] },
};
const textsOf = (changes: Partial<Schemas['Explanation']>, texts: Wording['texts'] = catalogs.en): string[] =>
  outlineOf({ ...nothing, ...changes }, wordingIn(texts)).map(({ text }) => text);

const segment: Schemas['ExplainedSegment'] = {
  ...{ ...target, name: 'Locals', version: 1, isTooNew: false },
  clauses: [
    { ...clause, depth: 0, operator: 'all' },
    { ...clause, depth: 1, condition: { attribute: 'city', is: ['Oslo'] }, value: 'Oslo' },
    { ...clause, depth: 1, operator: 'not' },
    { ...clause, depth: 2, condition: { group: 'Staff' }, value: false, outcome: false },
    { ...clause, depth: 1, condition: { country: ['NO'] }, outcome: null, mayHaveChanged: true },
    { ...clause, depth: 1, condition: { attribute: 'tags', exists: true }, value: ['a', 'b'] },
  ],
};

describe('the outline of an explanation', () => {
  it('lists targets before exclusions, each with its outcome', () => {
    const group = { ...target, name: 'Friends', memberships: [] };
    const lines = outlineOf(
      {
        ...nothing,
        groups: [group],
        excludeGroups: [{ ...group, name: null, outcome: null, mayHaveChanged: true }],
      },
      wordingIn(catalogs.en),
    );
    expect(lines).toEqual([
      { text: 'In the group “Friends”', depth: 0, outcome: true, mayHaveChanged: false },
      { text: 'In the excluded group “deleted”', depth: 0, outcome: null, mayHaveChanged: true },
    ]);
  });

  it('has the conditions of a segment, one level deeper, with the values of the person', () => {
    const lines = outlineOf({ ...nothing, segments: [segment] }, wordingIn(catalogs.en));
    expect(lines.map(({ text, depth, outcome }) => [depth, text, outcome])).toEqual([
      [0, 'In the segment “Locals”', true],
      [1, 'All of these conditions', true],
      [2, '{"attribute":"city","is":["Oslo"]} (value: Oslo)', true],
      [2, 'Not', true],
      [3, '{"group":"Staff"}', false],
      [2, '{"country":["NO"]} (no value)', null],
      [2, '{"attribute":"tags","exists":true} (value: a, b)', true],
    ]);
  });

  it('is written in German, too', () => {
    expect(textsOf({ excludeSegments: [segment] }, catalogs.de)).toEqual([
      'Im ausgeschlossenen Segment „Locals“',
      'Alle diese Bedingungen',
      '{"attribute":"city","is":["Oslo"]} (Wert: Oslo)',
      'Nicht',
      '{"group":"Staff"}',
      '{"country":["NO"]} (kein Wert)',
      '{"attribute":"tags","exists":true} (Wert: a, b)',
    ]);
  });

  it('names only the opt-outs that were in force', () => {
    const evidence = { source: null, createdAt: 't1', liftedAt: null };
    const suppression = { ...choice, ...evidence, reason: 'STOPPED', sender: null } as const;
    expect(
      textsOf({
        topic: {
          ...{ _id: 't', name: 'Offers', isLeft: true },
          optOuts: [
            { ...choice, ...evidence },
            { ...choice, ...evidence, applied: false },
          ],
        },
        suppressions: [suppression, { ...suppression, applied: false }],
        snoozes: [
          { ...choice, until: 't2', changedAt: 't1' },
          { ...choice, applied: false, until: null, changedAt: 't1' },
        ],
      }),
    ).toEqual([
      'Left the topic “Offers” on t1',
      'ann@example.com is suppressed on Email since t1: Replied STOP',
      'Paused all messages until t2',
    ]);
  });
});
