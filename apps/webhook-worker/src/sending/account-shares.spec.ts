import { AccountShares } from './account-shares';

describe('AccountShares', () => {
  it('gives an account all lines while no other account sends', () => {
    const shares = new AccountShares();
    for (let n = 0; n < 10; n += 1) shares.begin('anna');
    expect(shares.lines('anna', 8)).toBe(8);
  });

  it('gives an account with ten endpoints no more lines than one with one endpoint', () => {
    const shares = new AccountShares();
    shares.begin('ben');
    const ends = Array.from({ length: 4 }, () => shares.begin('anna'));
    expect([shares.lines('anna', 8), shares.lines('ben', 8)]).toEqual([2, 8]);
    for (let n = 0; n < 6; n += 1) shares.begin('anna');
    expect(shares.lines('anna', 8)).toBe(1);
    for (const end of ends) end();
    expect(shares.lines('anna', 6)).toBe(1);
  });

  it('lists an account until its last endpoint is done', () => {
    const shares = new AccountShares();
    const [first, second] = [shares.begin('anna'), shares.begin('anna')];
    first();
    expect(shares.underWay).toEqual(['anna']);
    second();
    expect(shares.underWay).toEqual([]);
  });
});
