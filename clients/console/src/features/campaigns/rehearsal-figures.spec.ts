import type { Schemas } from '@carillon/sdk';
import { endOf, unreachedRows, waitsForOthers } from './rehearsal-figures';

type Channel = Schemas['RehearsedChannel'];

const person = { personId: null, subscriberId: '1', identifier: 'mary@mail.test', name: 'Mary' };
const reason = (name: string, count: number): Schemas['RehearsalReason'] => ({
  ...{ state: 'SKIPPED', reason: name, count, people: [person] },
});
const channel = (changes: Partial<Channel> = {}): Channel => ({
  ...{ total: 0, reached: 0, unreached: [], ratePerSecond: null, rateSource: null },
  ...changes,
});
const rehearsal = (changes: Partial<Schemas['Rehearsal']['channels']>): Schemas['Rehearsal'] => ({
  ...{ campaignId: '1', asOf: '2026-03-01T10:00:00.000Z', isComplete: true, total: 0, reached: 0 },
  channels: { EMAIL: channel(), WHATSAPP: channel(), SMS: channel(), ...changes },
  ...{
    missing: [],
    sms: null,
    outsideWindow: null,
    costs: { currency: null, total: '0.00', withoutPrice: 0, rows: [] },
    runningCampaigns: { used: 2, limit: null },
    problems: [],
  },
  ...{ estimatedEndAt: null, endUnknown: null },
});

describe('the figures of a rehearsal', () => {
  it('are the reasons of all channels with a message, the largest number first', () => {
    const of = rehearsal({
      EMAIL: channel({ unreached: [reason('SUPPRESSED', 2), reason('EXCLUDED', 1)] }),
      WHATSAPP: channel({ unreached: [reason('NO_MESSAGE', 9)] }),
      SMS: channel({ unreached: [reason('NO_INTEGRATION', 5)] }),
    });
    expect(unreachedRows(of)).toEqual([
      { channel: 'SMS', reason: 'NO_INTEGRATION', count: 5, people: [person] },
      { channel: 'EMAIL', reason: 'SUPPRESSED', count: 2, people: [person] },
      { channel: 'EMAIL', reason: 'EXCLUDED', count: 1, people: [person] },
    ]);
  });

  it.each([
    ['the slowest channel', { EMAIL: [600, 10], SMS: [100, 10] }, 60_000],
    ['the channels that send', { EMAIL: [600, 10], SMS: [0, null] }, 60_000],
    ['no known rate', { EMAIL: [600, null], SMS: [100, 10] }, null],
    ['nobody', { EMAIL: [0, 10], SMS: [0, 10] }, null],
  ] as const)('have an end that depends on %s', (_, rates, ms) => {
    const of = ([reached, ratePerSecond]: readonly [number, number | null]) =>
      channel({ reached, ratePerSecond });
    const end = endOf(rehearsal({ EMAIL: of(rates.EMAIL), SMS: of(rates.SMS) }), 1_000);
    expect(end?.getTime() ?? null).toBe(ms === null ? null : ms + 1_000);
  });

  it.each([
    [1, 2, false],
    [2, 2, true],
    [9, null, false],
  ])('tell whether the campaign waits for others: %s of %s', (used, limit, waits) => {
    expect(waitsForOthers({ ...rehearsal({}), runningCampaigns: { used, limit } })).toBe(waits);
  });
});
