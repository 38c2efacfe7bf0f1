import { fakeDns } from '../../test/fake-dns';
import { type DomainSender, checkRecords } from './check-records';

const sender = (changes: Partial<DomainSender> = {}): DomainSender => ({
  ...{ host: 'mail.test', fromAddress: 'news@shop.example' },
  ...changes,
});

/** What the check found, by purpose and name. */
async function findings(
  senders: DomainSender[],
  records: Parameters<typeof fakeDns>[0],
  domain = 'shop.example',
) {
  const checked = await checkRecords({ domain, keys: [] }, senders, fakeDns(records));
  return Object.fromEntries(
    checked.records.map(({ purpose, name, finding, value }) => [`${purpose} ${name}`, [finding, value]]),
  );
}

const DMARC = { 'TXT _dmarc.shop.example': ['v=DMARC1; p=reject'] };

describe('the SPF record', () => {
  it('belongs to the return path: the bounce domain, the bounce address, or the From address', async () => {
    const senders = [
      ...[sender({ bounceDomain: 'b.shop.example' }), sender({ bounceAddress: 'x@other.example' }), sender()],
      sender({ host: 'email-smtp.eu-west-1.amazonaws.com' }),
    ];
    expect(Object.keys(await findings(senders, {})).filter((each) => each.startsWith('SPF'))).toEqual([
      'SPF b.shop.example',
      'SPF other.example',
      'SPF shop.example',
    ]);
  });

  it('allows the server of the sender', async () => {
    const spf = async (text: string, more: DomainSender[] = []) =>
      (
        await findings([sender(), ...more], {
          ...{ 'TXT shop.example': [text], 'A mail.test': ['192.0.2.1'] },
          ...DMARC,
          'TXT _spf.google.com': ['v=spf1 ip4:198.51.100.1 ~all'],
        })
      )['SPF shop.example'];
    expect(await spf('v=spf1 ip4:192.0.2.0/24 -all')).toEqual([
      'spf_published',
      'v=spf1 ip4:192.0.2.0/24 -all',
    ]);
    expect(await spf('v=spf1 mx -all')).toEqual(['spf_server_unclear', 'v=spf1 mx a:mail.test -all']);
    const gmail = sender({ host: 'smtp-relay.gmail.com' });
    expect(await spf('v=spf1 a:mail.test -all', [gmail])).toEqual([
      ...['spf_lacks_server', 'v=spf1 a:mail.test include:_spf.google.com -all'],
    ]);
    expect((await spf('v=spf1 a:mail.test include:_spf.google.com -all', [gmail]))?.[0]).toBe(
      'spf_published',
    );
    expect((await spf('v=spf1 +all'))?.[0]).toBe('spf_allows_all');
  });

  it('of another domain does not count for DMARC', async () => {
    const records = {
      ...{ 'TXT other.example': ['v=spf1 a:mail.test -all'], 'A mail.test': ['192.0.2.1'] },
      ...DMARC,
    };
    const found = await findings([sender({ bounceAddress: 'x@other.example' })], records);
    expect(found['SPF other.example']?.[0]).toBe('spf_unaligned');
  });

  it('has a value when it is missing, and none without senders', async () => {
    expect((await findings([sender({ host: '192.0.2.9' })], {}))['SPF shop.example']).toEqual([
      ...['spf_missing', 'v=spf1 ip4:192.0.2.9 ~all'],
    ]);
    expect((await findings([], {}))['SPF shop.example']).toEqual(['spf_needs_sender', null]);
  });
});

describe('the DMARC record', () => {
  it('can belong to a parent', async () => {
    const found = await findings([], DMARC, 'news.shop.example');
    expect(found['DMARC _dmarc.shop.example']).toEqual(['dmarc_published', 'v=DMARC1; p=reject']);
  });

  it('must not require that a subdomain signs its own emails', async () => {
    const strict = { 'TXT _dmarc.shop.example': ['v=DMARC1; p=reject; adkim=s'] };
    const of = async (fromAddress: string) =>
      (await findings([sender({ fromAddress })], strict))['DMARC _dmarc.shop.example']?.[0];
    expect(await of('a@news.shop.example')).toBe('dmarc_strict');
    expect(await of('a@shop.example')).toBe('dmarc_published');
  });
});

it('checks the mail server of bounce domains, and treats a null MX as none', async () => {
  const of = async (mx: string[]) => {
    const records = mx.length > 0 ? { 'MX b.shop.example': mx } : {};
    return (await findings([sender({ bounceDomain: 'b.shop.example' })], records))[
      'BOUNCE_MX b.shop.example'
    ]?.[0];
  };
  expect([await of(['mx.test']), await of(['']), await of([])]).toEqual([
    'mx_published',
    'mx_missing',
    'mx_missing',
  ]);
});

it('finds a logo, which needs a policy', async () => {
  const logo = { 'TXT default._bimi.shop.example': ['v=BIMI1; l=https://shop.example/logo.svg'] };
  const of = async (records: Parameters<typeof fakeDns>[0]) =>
    (await findings([], records))['BIMI default._bimi.shop.example']?.[0];
  expect([await of({}), await of(logo), await of({ ...logo, ...DMARC })]).toEqual([
    ...['bimi_missing', 'bimi_needs_policy', 'bimi_published'],
  ]);
});

describe('the found records', () => {
  it('are cut if a DNS server returns more than a domain needs', async () => {
    const long = `v=spf1 ${'ip4:192.0.2.1 '.repeat(4_000)}-all`;
    const dns = fakeDns({ 'TXT shop.example': [long], 'TXT _dmarc.shop.example': Array(9).fill('v=DMARC1') });
    const { records } = await checkRecords({ domain: 'shop.example', keys: [] }, [sender()], dns);
    const of = (purpose: string) => records.find((each) => each.purpose === purpose);
    expect(of('SPF')).toMatchObject({ value: null, found: [expect.stringMatching(/^v=spf1 .{2040}…$/)] });
    expect(of('DMARC')?.found).toHaveLength(5);
  });
});
