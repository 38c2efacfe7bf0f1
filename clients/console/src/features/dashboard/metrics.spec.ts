import { highRateOf, metricsOf, sumOf, usedChannels, valuesOf } from './metrics';

const none = { sent: 0, delivered: 0, bounced: 0, complained: 0, opens: 0, uniqueOpens: 0 };
const noConversions = { conversions: 0, uniqueConversions: 0, conversionValues: [] };
const noChannel = { ...none, clicks: 0, uniqueClicks: 0, optOuts: 0, ...noConversions };

describe('the numbers of the trend', () => {
  const totals = {
    channels: {
      EMAIL: { ...noChannel, sent: 5, optOuts: 1 },
      WHATSAPP: { ...noChannel, optOuts: null },
      SMS: { ...noChannel, sent: 2 },
    },
  };

  it('are summed over the channels, without unknown ones', () => {
    expect([sumOf(totals, 'sent'), sumOf(totals, 'optOuts'), sumOf(totals, 'clicks')]).toEqual([7, 1, 0]);
  });

  it('include conversions if there are any, with what they are worth', () => {
    expect(metricsOf(totals)).toEqual(['sent', 'opens', 'clicks', 'bounced', 'optOuts']);
    const conversionValues = [{ currency: 'EUR', sum: '9.90' }];
    const EMAIL = { ...totals.channels.EMAIL, conversions: 1, conversionValues };
    const counted = { channels: { ...totals.channels, EMAIL } };
    expect(metricsOf(counted)).toContain('conversions');
    expect([valuesOf(totals), valuesOf(counted)]).toEqual([[], conversionValues]);
  });

  it('have the channels on which they occur', () => {
    expect([usedChannels(totals, 'sent'), usedChannels(totals, 'opens')]).toEqual([['EMAIL', 'SMS'], []]);
  });
});

describe('a high rate', () => {
  it.each([
    ['of complaints comes first', { sent: 1_000, bounced: 60, complained: 4 }, 'COMPLAINTS'],
    ['of bounces', { sent: 1_000, bounced: 51, complained: 3 }, 'BOUNCES'],
    ['is none at the limit', { sent: 1_000, bounced: 50, complained: 3 }, undefined],
    ['is none for a few messages', { sent: 499, bounced: 400, complained: 9 }, undefined],
  ])('%s', (_, figures, kind) => {
    expect(highRateOf(figures)?.kind).toBe(kind);
  });
});
