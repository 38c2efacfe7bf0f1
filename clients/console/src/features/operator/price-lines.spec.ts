import { linesOf, pricesIn } from './price-lines';

describe('the lines of prices', () => {
  it('can be read again', () => {
    const prices = [
      { channel: 'EMAIL' as const, provider: null, country: null, price: '0.40' },
      { channel: 'SMS' as const, provider: null, country: 'DE', price: '0.08' },
      { channel: 'SMS' as const, provider: 'TWILIO' as const, country: 'DE', price: '0.0792' },
      { channel: 'WHATSAPP' as const, provider: 'TWILIO' as const, country: null, price: '0.10' },
    ];
    expect(linesOf(prices)).toBe('EMAIL 0.40\nSMS DE 0.08\nSMS TWILIO DE 0.0792\nWHATSAPP TWILIO 0.10');
    expect(pricesIn(linesOf(prices))).toEqual({
      wrongLines: [],
      prices: [
        { channel: 'EMAIL', price: '0.40' },
        { channel: 'SMS', country: 'DE', price: '0.08' },
        { channel: 'SMS', provider: 'TWILIO', country: 'DE', price: '0.0792' },
        { channel: 'WHATSAPP', provider: 'TWILIO', price: '0.10' },
      ],
    });
  });

  it('can come from a spreadsheet, and name the lines without a price', () => {
    expect(pricesIn('sms;twilio;de;0,0792\n\nSMS DE\nSMS TWILIO DE AT 1\n')).toEqual({
      prices: [{ channel: 'SMS', provider: 'TWILIO', country: 'DE', price: '0.0792' }],
      wrongLines: [3, 4],
    });
  });
});
