import { AccountShares } from './account-shares';

describe('the share of an account', () => {
  it('is everything while no other account has something to send', () => {
    const shares = new AccountShares();
    for (let n = 0; n < 10; n += 1) shares.begin('anna');
    expect(shares.lines('anna', 8)).toBe(8);
  });

  it('is the same for one endpoint and for ten, beside another account', () => {
    const shares = new AccountShares();
    shares.begin('ben');
    const ends = Array.from({ length: 4 }, () => shares.begin('anna'));
    expect([shares.lines('anna', 8), shares.lines('ben', 8)]).toEqual([2, 8]);
    for (let n = 0; n < 6; n += 1) shares.begin('anna');
    expect(shares.lines('anna', 8)).toBe(1);
    for (const end of ends) end();
    expect(shares.lines('anna', 6)).toBe(1);
  });

  it('names who is being sent to, until the last endpoint is done', () => {
    const shares = new AccountShares();
    const [first, second] = [shares.begin('anna'), shares.begin('anna')];
    first();
    expect(shares.underWay).toEqual(['anna']);
    second();
    expect(shares.underWay).toEqual([]);
  });
});
