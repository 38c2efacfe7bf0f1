import { possibleConsent, probableConsents, withNewOptOuts } from './consents';
import type { Mapping } from './csv';

const mapping: Mapping = { people: { email: 'Email', phone: 'Phone', whatsapp: null, externalId: null } };
const valuesOf = (columns: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(columns).map(([column, values]) => [column, values.map((value) => ({ value, lines: 1 }))]),
  );
const found = (column: string, ...values: string[]) =>
  probableConsents([column], valuesOf({ [column]: values }), mapping)[column]?.optedOut;

describe('columns with consents', () => {
  it.each([
    ['Email Marketing Consent', ['SUBSCRIBED', 'NEVER_SUBSCRIBED', 'UNSUBSCRIBED'], 'EMAIL', [1, 2]],
    ['SMS Marketing Consent', ['UNSUBSCRIBED', 'SUBSCRIBED'], 'SMS', [0]],
    ['MEMBER_STATUS', ['subscribed', 'cleaned', 'non-subscribed'], 'EMAIL', [1, 2]],
    ['Newsletter', ['ja', 'Nein'], 'EMAIL', [1]],
    ['Accepts SMS', ['yes', 'no'], 'SMS', [1]],
    ['Opted out', ['true', 'false'], 'EMAIL', [0]],
    ['Unsubscribed from all email', ['Yes', 'No'], 'EMAIL', [0]],
    ['Status', ['aktiv', 'abgemeldet'], 'EMAIL', [1]],
  ])('%s is recognized', (column, values, channel, optedOut) => {
    expect(found(column, ...values)).toEqual({ channel, values: optedOut.map((index) => values[index]) });
  });

  it.each([
    ['Vegetarian', ['yes', 'no']],
    ['Plan', ['free', 'paid']],
    ['Accepts Marketing', ['yes']],
    ['WhatsApp consent', ['no', 'yes']],
  ])('%s is none', (column, values) => {
    expect(found(column, ...values)).toBeUndefined();
  });

  it('can be chosen only for channels on which the file has addresses', () => {
    expect(possibleConsent('Plan', mapping)).toEqual({ optedOut: { channel: 'EMAIL', values: [] } });
    expect(possibleConsent('WhatsApp', mapping)).toBeNull();
  });

  it('are remembered with opt-outs that are new in the file', () => {
    const choice = { optedOut: { channel: 'EMAIL' as const, values: ['gone'] } };
    const values = valuesOf({ Status: ['Gone', 'active', 'Unsubscribed'] });
    expect(withNewOptOuts('Status', choice, values)?.optedOut?.values).toEqual(['gone', 'Unsubscribed']);
    expect(withNewOptOuts('Status', { type: 'text' }, values)).toEqual({ type: 'text' });
  });
});
