import { quotaKinds } from '@carillon/contracts';
import { QUOTAS_PATTERN, defaultQuotas, parseQuotas } from './plan-quotas';

describe('plan quotas', () => {
  it('have a default for each kind, which is a limit except for the spending', () => {
    for (const plan of ['FREE', 'UPGRADED'] as const) {
      const named = defaultQuotas[plan].split(',').map((part) => part.split('=')[0]);
      expect(named.sort()).toEqual([...quotaKinds].sort());
      const limited = quotaKinds.filter((kind) => kind !== 'monthlySpending');
      expect(Object.keys(parseQuotas(plan, defaultQuotas[plan])).sort()).toEqual(limited.sort());
    }
  });

  it('use the configured limits, and defaults for the other kinds', () => {
    const { subscribers, importBytes, groups } = parseQuotas('FREE', 'subscribers=5 , importBytes=3MiB');
    expect([subscribers, importBytes, groups]).toEqual([5, 3 * 1024 * 1024, 1_000]);
  });

  it('have no limit for a kind that is `none`', () => {
    expect(parseQuotas('FREE', 'subscribers=none')).not.toHaveProperty('subscribers');
  });

  it.each(['subscribers', 'subscribers=', 'members=5', 'subscribers=-1', 'subscribers=5GB', ''])(
    'are refused as %j',
    (text) => {
      expect(new RegExp(QUOTAS_PATTERN).test(text)).toBe(false);
    },
  );

  it.each(['subscribers=0', 'subscribers=1,groups=none', defaultQuotas.FREE, defaultQuotas.UPGRADED])(
    'are accepted as %j',
    (text) => {
      expect(new RegExp(QUOTAS_PATTERN).test(text)).toBe(true);
    },
  );
});
