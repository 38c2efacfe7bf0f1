import { fakeDns } from '../../test/fake-dns';
import { readSpf } from './spf';

const read = (records: Parameters<typeof fakeDns>[0]) => readSpf('shop.example', fakeDns(records));
const problem = async (records: Parameters<typeof fakeDns>[0]) => {
  const result = await read(records);
  return 'problem' in result ? result.problem : null;
};
const policy = async (text: string, more: Parameters<typeof fakeDns>[0] = {}) => {
  const result = await read({ 'TXT shop.example': [text], ...more });
  if ('problem' in result) throw new Error(result.problem);
  return result.policy;
};

describe('readSpf', () => {
  it('finds the policy among other records', async () => {
    const result = await read({
      'TXT shop.example': ['google-site-verification=x', 'v=spf1 -all', 'v=spf10 x'],
    });
    expect(result).toMatchObject({
      found: ['v=spf1 -all'],
      policy: { text: 'v=spf1 -all', allowsAll: false },
    });
  });

  it('allows networks, addresses of names, and mail servers', async () => {
    const { allows } = await policy(
      'v=spf1 ip4:192.0.2.0/28 ip6:2001:db8::/32 a a:mail.test/24 mx:shop.example ?ip4:203.0.113.9 -ip4:203.0.113.8 ~all',
      {
        ...{ 'A shop.example': ['198.51.100.1'], 'A mail.test': ['10.1.2.3', '2001:db9::1'] },
        ...{ 'MX shop.example': ['mx.shop.example'], 'A mx.shop.example': ['198.51.100.7'] },
      },
    );
    const allowed = [
      '192.0.2.15',
      '2001:db8:1::1',
      '198.51.100.1',
      '10.1.2.99',
      '2001:db9::1',
      '198.51.100.7',
    ];
    expect(allowed.filter((each) => !allows(each))).toEqual([]);
    const others = ['192.0.2.16', '2001:db9::2', '198.51.100.2', '203.0.113.8', '203.0.113.9'];
    expect(others.filter(allows)).toEqual([]);
  });

  it('follows includes and redirects', async () => {
    const result = await policy('v=spf1 include:a.test redirect=b.test', {
      ...{ 'TXT a.test': ['v=spf1 include:c.test -all'], 'TXT c.test': ['v=spf1 ip4:192.0.2.1 -all'] },
      'TXT b.test': ['v=spf1 ip4:192.0.2.2 +all'],
    });
    expect([...result.includes]).toEqual(['a.test', 'c.test']);
    expect([result.allows('192.0.2.1'), result.allows('192.0.2.2'), result.allowsAll]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await policy('v=spf1 ~all redirect=b.test')).allowsAll).toBe(false);
  });

  it.each<[string, string]>([
    ['all without a qualifier', 'v=spf1 all'],
    ['+all', 'v=spf1 +all'],
  ])('finds that every server is allowed by %s', async (_, text) => {
    expect((await policy(text)).allowsAll).toBe(true);
  });

  it.each<[string, Parameters<typeof fakeDns>[0]]>([
    ['missing', {}],
    ['missing', { 'TXT shop.example': ['v=DMARC1'] }],
    ['several', { 'TXT shop.example': ['v=spf1 -all', 'v=spf1 ~all'] }],
    ['unknown', { 'TXT shop.example': null }],
    ['unknown', { 'TXT shop.example': ['v=spf1 include:a.test'], 'TXT a.test': null }],
    ['invalid', { 'TXT shop.example': ['v=spf1 include:a.test -all'] }],
    ['invalid', { 'TXT shop.example': ['v=spf1 ip4:192.0.2.300 -all'] }],
    ['invalid', { 'TXT shop.example': ['v=spf1 ip4:192.0.2.1/33 -all'] }],
    ['invalid', { 'TXT shop.example': ['v=spf1 ip6:192.0.2.1 -all'] }],
    ['invalid', { 'TXT shop.example': ['v=spf1 incldue:a.test -all'] }],
    ['too_many_lookups', { 'TXT shop.example': [`v=spf1 ${'a '.repeat(11)}-all`] }],
    ['too_many_lookups', { 'TXT shop.example': ['v=spf1 include:shop.example -all'] }],
  ])('is %s with %j', async (expected, records) => {
    expect(await problem(records)).toBe(expected);
  });

  it('counts the lookups of includes, up to ten', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`TXT i${n}.test`, ['v=spf1 ip4:192.0.2.1 -all']]),
    );
    const text = `v=spf1 ${Array.from({ length: 10 }, (_, n) => `include:i${n}.test`).join(' ')} -all`;
    expect(await problem({ 'TXT shop.example': [text], ...parts })).toBeNull();
    expect(
      await problem({ 'TXT shop.example': [text.replace('-all', 'exists:%{i}.test -all')], ...parts }),
    ).toBe('too_many_lookups');
  });
});
