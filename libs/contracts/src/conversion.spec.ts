import { sumOfAmounts } from './conversion';

describe('the sum of amounts', () => {
  it.each<[string[], string]>([
    [[], '0'],
    [['0'], '0'],
    [['0.1', '0.2'], '0.3'],
    [['49.90', '0.10'], '50.00'],
    [['0.0001', '7'], '7.0001'],
    [['999999999999.9999', '0.0001', '1'], '1000000000001.0000'],
    [['9007199254740993', '2'], '9007199254740995'],
  ])('of %j is %s', (amounts, sum) => {
    expect(sumOfAmounts(amounts)).toBe(sum);
  });
});
