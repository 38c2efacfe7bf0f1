import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditTexts } from './audit-texts';

const catalogs = Object.values(auditTexts);

/** The type of actions is derived from this list, so services record no other actions. */
const source = readFileSync(join(__dirname, '../../../../../libs/contracts/src/audit.ts'), 'utf8');
const lists = source.matchAll(/Actions = \[([^\]]+)\] as const/g);
const actions = [...lists].flatMap(([, list = '']) =>
  [...list.matchAll(/'(\w+\.\w+)'/g)].map(([, action = '']) => action),
);

describe('an action in the audit trail', () => {
  it('is found in the contracts', () => {
    expect(actions.length).toBeGreaterThan(40);
    expect(actions).toEqual(expect.arrayContaining(['user.created', 'second_factor.disabled']));
  });

  it.each(actions)('is described: %s', (action) => {
    for (const texts of catalogs) expect(texts.identity.actions[action]).toMatch(/^\p{L}.+/u);
  });

  it('has no text unless services record it', () => {
    for (const texts of catalogs) {
      expect(Object.keys(texts.identity.actions).sort()).toEqual([...actions].sort());
    }
  });
});

describe('the values of the audit trail', () => {
  it('have texts in both languages', () => {
    const [english, german] = catalogs.map(({ auditPage }) => Object.keys(auditPage.values).sort());
    expect(german).toEqual(english);
  });
});
