import { carillon } from './carillon';

const shown = {
  ...{ _id: '6560f0a1b2c3d4e5f6a7b8c9', currency: 'EUR', createdAt: '2026-03-01T10:00:00.000Z' },
  prices: [{ channel: 'SMS', provider: 'TWILIO', country: 'DE', price: '0.0792' }],
};

describe('the prices', () => {
  it('are read from lines of a file', async () => {
    const piped = 'EMAIL 0.40\n\nsms,twilio,de,0.0792\nSMS AT 0.1\nWHATSAPP HTTP 1\n';
    const { code, requests, stdout } = await carillon(['prices', 'set', 'eur', '-'], {
      piped,
      answers: [shown],
    });
    expect([code, requests[0]?.request]).toEqual([0, 'PATCH /operator/prices']);
    expect(requests[0]?.body).toEqual({
      currency: 'EUR',
      prices: [
        { channel: 'EMAIL', price: '0.40' },
        { channel: 'SMS', provider: 'TWILIO', country: 'DE', price: '0.0792' },
        { channel: 'SMS', country: 'AT', price: '0.1' },
        { channel: 'WHATSAPP', provider: 'HTTP', price: '1' },
      ],
    });
    expect(stdout).toMatch(/SMS +TWILIO +DE +0\.0792/);
  });

  it('are not sent if a line has none', async () => {
    const { code, requests, stderr } = await carillon(['prices', 'set', 'EUR', '-'], {
      piped: 'SMS 1\nSMS DE',
    });
    expect([code, requests.length]).toEqual([2, 0]);
    expect(stderr).toContain('Line 2');
  });
});

describe('the costs of a campaign', () => {
  const row = { channel: 'SMS', provider: 'TWILIO', country: 'DE', messages: 3, units: 4, cost: '0.3168' };
  const costs = {
    ...{ isComplete: true, isKnown: true, isEstimated: true, asOf: '2026-03-01T10:00:00.000Z' },
    ...{ currency: 'EUR', total: '0.3168', withoutPrice: 2, rows: [row] },
  };
  const shownOf = async (changes: object) =>
    (await carillon(['campaigns', 'costs', row.country], { answers: [{ ...costs, ...changes }] })).stdout;

  it('have a line for each country, and the total', async () => {
    const stdout = await shownOf({});
    expect(stdout).toMatch(/SMS +TWILIO +DE +3 +4 +0\.3168/);
    expect(stdout).toContain('estimated  0.3168 EUR, without 2 messages that have no price');
  });

  it.each([
    ['the messages are being counted', { isComplete: false }, 'still being counted'],
    ['the deliveries are deleted', { isKnown: false }, 'were deleted'],
    ['there are no prices', { currency: null, rows: [] }, 'set no prices'],
  ])('are missing if %s', async (_, changes, text) => {
    expect(await shownOf(changes)).toContain(text);
  });
});
