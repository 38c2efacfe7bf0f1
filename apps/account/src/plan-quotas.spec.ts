import { quotaKinds } from '@carillon/contracts';
import { QUOTAS_PATTERN, defaultQuotas, parseQuotas } from './plan-quotas';

describe('the quotas of a plan', () => {
  it('have a limit of each kind unless the configuration says otherwise', () => {
    for (const plan of ['FREE', 'UPGRADED'] as const)
      expect(Object.keys(parseQuotas(plan, defaultQuotas[plan])).sort()).toEqual([...quotaKinds].sort());
  });

  it('are what the configuration names, and the defaults for the rest', () => {
    const { subscribers, importBytes, groups } = parseQuotas('FREE', 'subscribers=5 , importBytes=3MiB');
    expect([subscribers, importBytes, groups]).toEqual([5, 3 * 1024 * 1024, 1_000]);
  });

  it('have no limit of a kind that is `none`', () => {
    expect(parseQuotas('FREE', 'subscribers=none')).not.toHaveProperty('subscribers');
  });

  it.each(['subscribers', 'subscribers=', 'members=5', 'subscribers=-1', 'subscribers=5GB', ''])(
    'are refused as %j',
    (text) => {
      expect(new RegExp(QUOTAS_PATTERN).test(text)).toBe(false);
    },
  );

  it.each(['subscribers=0', 'subscribers=1,groups=none', defaultQuotas.FREE, defaultQuotas.UPGRADED])(
    'are taken as %j',
    (text) => {
      expect(new RegExp(QUOTAS_PATTERN).test(text)).toBe(true);
    },
  );
});
