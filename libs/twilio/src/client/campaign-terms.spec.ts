import { campaignTerms } from './campaign-terms';

const terms = (validForMs: number, publicUrl = 'https://carillon.example.com') =>
  campaignTerms({ publicUrl, senderId: 'i', deliveryId: 'c-0000000000-7', validForMs });

describe('a campaign’s message', () => {
  it('has a callback URL at the public URL, with its delivery', () => {
    expect(terms(1_000).statusCallback).toBe(
      'https://carillon.example.com/api/v1/callbacks/twilio/i/status?delivery=c-0000000000-7#rc=5&rp=all',
    );
    expect(terms(1_000, 'http://10.0.0.1:8080/carillon').statusCallback).toMatch(
      /^http:\/\/10\.0\.0\.1:8080\/carillon\/api\/v1\//,
    );
  });

  it.each([
    [72 * 3_600_000, 36_000],
    [36_000_000, 36_000],
    [90_999, 90],
    [1_000, 1],
    [300, 1],
    [-5, 1],
  ])('with a validity of %i milliseconds is valid for %i seconds', (validForMs, seconds) => {
    expect(terms(validForMs).validityPeriod).toBe(seconds);
  });
});
