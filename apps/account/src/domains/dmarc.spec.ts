import { fakeDns } from '../../test/fake-dns';
import { isAligned, readDmarc } from './dmarc';

const read = (domain: string, records: Readonly<Record<string, readonly string[] | null>>) =>
  readDmarc(
    domain,
    fakeDns(Object.fromEntries(Object.entries(records).map(([at, texts]) => [`TXT _dmarc.${at}`, texts]))),
  );

describe('readDmarc', () => {
  it('takes the policy of the domain itself', async () => {
    expect(
      await read('news.shop.example', { 'news.shop.example': ['v=DMARC1; p=reject; adkim=s; aspf=s'] }),
    ).toEqual({
      policy: {
        ...{ publishedBy: 'news.shop.example', organization: 'news.shop.example', policy: 'reject' },
        ...{ isStrictForDkim: true, isStrictForSpf: true },
      },
      found: ['v=DMARC1; p=reject; adkim=s; aspf=s'],
    });
  });

  it.each([
    ['v=DMARC1; p=reject', 'reject'],
    ['v=DMARC1; p=reject; sp=quarantine', 'quarantine'],
    ['v=DMARC1; rua=mailto:a@example.com', 'none'],
  ])('takes the policy of a parent for its subdomains: %s', async (text, policy) => {
    expect(await read('a.news.shop.example', { 'shop.example': [text] })).toMatchObject({
      policy: { publishedBy: 'shop.example', organization: 'shop.example', policy },
    });
  });

  it('finds the organization, whose record is the highest one', async () => {
    const records = { 'news.shop.example': ['v=DMARC1; p=none'], 'shop.example': ['v=DMARC1; p=reject'] };
    expect(await read('news.shop.example', records)).toMatchObject({
      policy: { publishedBy: 'news.shop.example', organization: 'shop.example', policy: 'none' },
    });
    const apart = { ...records, 'news.shop.example': ['v=DMARC1; p=none; psd=n'] };
    expect(await read('news.shop.example', apart)).toMatchObject({
      policy: { organization: 'news.shop.example' },
    });
    const suffix = { 'shop.co.example': ['v=DMARC1; p=none'], 'co.example': ['v=DMARC1; p=reject; psd=y'] };
    expect(await read('shop.co.example', suffix)).toMatchObject({
      policy: { organization: 'shop.co.example' },
    });
  });

  it.each<[string, readonly string[] | null]>([
    ['missing', []],
    ['missing', ['v=spf1 -all']],
    ['several', ['v=DMARC1; p=none', 'v=DMARC1; p=none']],
    ['invalid', ['v=DMARC1; p=block']],
    ['invalid', ['v=DMARC1 p=none; p']],
    ['unknown', null],
  ])('is %s with %j', async (problem, texts) => {
    expect(await read('shop.example', { 'shop.example': texts })).toMatchObject({ problem });
  });
});

it('aligns domains of one organization, unless the alignment is strict', async () => {
  const result = await read('news.shop.example', { 'shop.example': ['v=DMARC1; p=none'] });
  if ('problem' in result) throw new Error(result.problem);
  const aligned = (other: string, isStrict = false) =>
    isAligned(other, 'news.shop.example', result.policy, isStrict);
  expect([aligned('news.shop.example', true), aligned('shop.example'), aligned('b.shop.example')]).toEqual([
    ...[true, true, true],
  ]);
  expect([aligned('shop.example', true), aligned('othershop.example'), aligned('example')]).toEqual([
    ...[false, false, false],
  ]);
});
