import type { Schemas } from '@carillon/sdk';
import { averagesOf, bestOf, idsIn, ratesOf } from './comparison';

const id = (digit: number): string => String(digit).repeat(24);
const states: Schemas['CountsByState'] = {
  ...{ QUEUED: 0, SENT: 80, DELIVERED: 10, READ: 0, FAILED: 5, SKIPPED: 0 },
  ...{ UNCONFIRMED: 0, CANCELLED: 0, BOUNCED: 5, COMPLAINED: 0 },
};
const counts = { total: 100, addressed: 100, states };
const channel = { ...counts, segments: 0 };
const noDevices = { DESKTOP: 0, PHONE: 0, TABLET: 0, UNKNOWN: 0 };
const report = (
  opens: number | null,
  optOuts: number | null,
  conversions: Schemas['Report']['conversions'] = null,
): Schemas['Report'] => ({
  ...counts,
  ...{ campaignId: id(1), status: 'SENT', statusReason: null, asOf: '', publishedAt: '', startedAt: '' },
  ...{ finishedAt: '', planning: { done: true, planned: 100 }, reasons: [], waiting: [] },
  ...{ integrationChanges: [], ratePerSecond: null, estimatedEndAt: null, optOuts },
  conversions,
  channels: { EMAIL: channel, WHATSAPP: channel, SMS: channel },
  engagement: {
    mode: 'FULL',
    opens: { unique: opens, total: 0, machine: 0 },
    clicks: { unique: null, total: 0, machine: 0 },
    devices: { opens: noDevices, clicks: noDevices },
  },
});
const figures = (some: Partial<Schemas['CampaignFigures']>): Schemas['CampaignFigures'] => ({
  ...{
    _id: id(1),
    channels: ['EMAIL'],
    groups: [],
    segments: [],
    tags: [],
    approval: null,
    scheduledAt: null,
  },
  ...{ publishedAt: null, finishedAt: null, addressed: 0, sent: 0, delivered: 0, bounced: 0 },
  ...{ complained: 0, emails: 0, tracking: 'OFF', opens: null, clicks: null, optOuts: null },
  conversions: null,
  ...some,
});

describe('the comparison of campaigns', () => {
  it('refers to the numbers of the reports', () => {
    expect(ratesOf(report(45, 9))).toEqual({
      delivered: { part: 90, whole: 95 },
      opened: { part: 45, whole: 90 },
      clicked: null,
      converted: null,
      optedOut: { part: 9, whole: 90 },
      bounced: { part: 5, whole: 95 },
      failed: { part: 5, whole: 100 },
    });
    expect(ratesOf(report(null, null))).toMatchObject({ opened: null, optedOut: null });
    // Several orders of a person count as one person, and are unknown without tracking of people.
    const ordered = { unique: 3, total: 5, values: [] };
    expect(ratesOf(report(45, 9, ordered))).toMatchObject({ converted: { part: 3, whole: 90 } });
    expect(ratesOf(report(45, 9, { ...ordered, unique: null }))).toMatchObject({ converted: null });
  });

  it('marks the best values, all of them if several are the same', () => {
    expect([...bestOf([0.1, 0.3, null, 0.3], 'more')]).toEqual([1, 3]);
    expect([...bestOf([0.1, 0, null], 'less')]).toEqual([1]);
  });

  it('marks none if there is nothing to choose', () => {
    expect(bestOf([0.2, 0.2], 'more').size).toBe(0);
    expect(bestOf([0.2, null], 'more').size).toBe(0);
    expect(bestOf([null, null], 'less').size).toBe(0);
  });

  it('leaves campaigns out of an average that did not count it', () => {
    const averages = averagesOf([
      figures({ sent: 100, delivered: 90, emails: 90, opens: 45 }),
      figures({
        ...{ sent: 100, delivered: 100, emails: 100 },
        conversions: { unique: 4, total: 4, values: [] },
      }),
    ]);
    expect(averages).toMatchObject({
      delivered: { part: 190, whole: 200 },
      opened: { part: 45, whole: 90 },
      clicked: null,
      converted: { part: 4, whole: 100 },
      failed: null,
    });
    expect(averagesOf([]).delivered).toBeNull();
  });

  it('reads up to five IDs of the URL, each once', () => {
    expect(idsIn(`${id(1)},x,${id(2)},${id(1)}`)).toEqual([id(1), id(2)]);
    expect(idsIn([1, 2, 3, 4, 5, 6].map(id).join(','))).toHaveLength(5);
    expect(idsIn('')).toEqual([]);
  });
});
