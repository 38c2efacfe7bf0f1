import {
  type Price,
  type PriceList,
  type PricedMessages,
  costsOf,
  fromBillionths,
  inBillionths,
  priceOf,
  roundedUp,
  spendingExcess,
  sumOfCosts,
} from './price';

const sms = (price: string, rest: Partial<Price> = {}): Price => ({
  ...{ channel: 'SMS', provider: null, country: null, price },
  ...rest,
});
const sent = (rest: Partial<PricedMessages> = {}): PricedMessages => ({
  ...{ channel: 'SMS', provider: 'TWILIO', country: 'DE', messages: 1, units: 1 },
  ...rest,
});
const listOf = (...prices: Price[]): PriceList => ({
  ...{ id: '6560f0a1b2c3d4e5f6a7b8c9', currency: 'EUR', prices, createdAt: '2026-03-01T10:00:00.000Z' },
});

describe('priceOf', () => {
  const general = sms('1');
  const ofCountry = sms('2', { country: 'DE' });
  const ofProvider = sms('3', { provider: 'TWILIO' });
  const exact = sms('4', { provider: 'TWILIO', country: 'DE' });

  it.each([
    ['of the provider and the country', [general, ofCountry, ofProvider, exact], '4'],
    ['of the provider', [general, ofCountry, ofProvider], '3'],
    ['of the country', [general, ofCountry], '2'],
    ['of the channel', [general], '1'],
    [
      'none of another provider or country',
      [sms('5', { provider: 'VONAGE' }), sms('6', { country: 'AT' })],
      null,
    ],
    ['none of another channel', [sms('7', { channel: 'WHATSAPP' })], null],
  ])('finds the most specific price: %s', (_, prices, price) => {
    expect(priceOf(prices, sent())).toBe(price);
  });
});

describe('costsOf', () => {
  it('is exact, and prices a thousand emails, a message, and a segment', () => {
    const list = listOf(
      sms('0.0792'),
      sms('0.1', { channel: 'WHATSAPP' }),
      sms('0.000001', { channel: 'EMAIL' }),
    );
    const { rows, total } = costsOf(list, [
      sent({ messages: 3, units: 7 }),
      sent({ channel: 'WHATSAPP', messages: 3, units: 3 }),
      sent({ channel: 'EMAIL', country: null, messages: 1, units: 1 }),
    ]);
    expect(rows.map(({ channel, cost }) => [channel, cost])).toEqual([
      ['EMAIL', '0.000000001'],
      ['WHATSAPP', '0.30'],
      ['SMS', '0.5544'],
    ]);
    expect(total).toBe('0.854400001');
  });

  it('stays exact for amounts that no floating-point number holds', () => {
    const { total } = costsOf(listOf(sms('999999.999999')), [sent({ messages: 1, units: 1_000_000_007 })]);
    expect(total).toBe('1000000006998999.999993');
  });

  it('counts the messages without a price, and sorts them', () => {
    const costs = costsOf(listOf(sms('0.10', { country: 'DE' })), [
      sent({ country: 'AT', messages: 2, units: 2 }),
      sent({ messages: 5, units: 6 }),
      sent({ country: null, messages: 2, units: 2 }),
    ]);
    expect(costs).toMatchObject({ currency: 'EUR', total: '0.60', withoutPrice: 4 });
    expect(costs.rows.map(({ country, cost }) => [country, cost])).toEqual([
      ['DE', '0.60'],
      [null, null],
      ['AT', null],
    ]);
    expect(costsOf(null, [sent()])).toMatchObject({ currency: null, total: '0.00', withoutPrice: 1 });
  });
});

describe('the arithmetic of costs', () => {
  it('adds up and rounds', () => {
    expect(sumOfCosts(['0.10', '0.2', '1'])).toBe('1.30');
    expect(fromBillionths(inBillionths('12.345'))).toBe('12.345');
    expect([roundedUp('12.00'), roundedUp('12.000000001')]).toEqual([12, 13]);
  });

  it('allows to spend exactly the limit', () => {
    const spending = { limit: 100, currency: 'EUR', spent: '90.00', expected: '10.00' };
    expect(spendingExcess(spending)).toBeNull();
    expect(spendingExcess({ ...spending, expected: '10.000000001' })).toMatchObject({
      code: 'quota_exceeded',
      extra: { quota: 'monthlySpending', limit: '100', used: '90' },
    });
  });
});
