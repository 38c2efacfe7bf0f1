import { RecordingProvider } from '@carillon/testing/providers';
import { Surroundings, aLease, workLeaseWith } from '../../test/surroundings';
import type { ProviderResult } from '../provider';

const sent: ProviderResult = { kind: 'sent' };
const deferred: ProviderResult = {
  kind: 'throttled',
  scope: 'recipient',
  reason: 'SLOW_DOWN',
  retryAfterMs: null,
  code: '421 4.7.28',
  byDestination: true,
};

describe('the paces of a sender', () => {
  let around: Surroundings;
  beforeEach(() => {
    jest.useFakeTimers();
    around = new Surroundings();
  });
  afterEach(() => jest.useRealTimers());

  /** Sends leases of these recipients, one after the other, with a provider of these results. */
  async function send(
    answer: (address: string) => ProviderResult,
    ...leases: { addresses: string[]; senderId?: string; sendsPerSecond?: number }[]
  ): Promise<RecordingProvider<ProviderResult>> {
    const provider = new RecordingProvider<ProviderResult>(({ address }) => answer(address));
    const worker = workLeaseWith(around, provider);
    for (const { addresses, ...changes } of leases) {
      const lease = aLease(addresses.length, changes);
      for (const [at, address] of addresses.entries()) Object.assign(lease.recipients[at] ?? {}, { address });
      const done = worker.workOn({ lease, askedAt: performance.now() }, new AbortController().signal);
      await jest.advanceTimersByTimeAsync(3_000);
      await done;
    }
    return provider;
  }
  const outcomes = () => around.published.flatMap((piece) => piece.outcomes);
  const held = () => outcomes().filter(({ reason }) => reason === 'DOMAIN_GROUP_LIMITED');
  const many = (count: number, domain: string) =>
    Array.from({ length: count }, (_, n) => `person${n}@${domain}`);
  const mixed = (count: number) =>
    many(count, 'gmail.com').flatMap((address, n) => [address, `person${n}@example.org`]);
  const isGmail = (address: string) => /@(?:gmail|googlemail)\.com$/.test(address);

  it('put back the recipients of a group that defers, and send to all others', async () => {
    const provider = await send((address) => (isGmail(address) ? deferred : sent), {
      addresses: mixed(100),
    });
    expect(around.sent).toHaveLength(100);
    const tried = provider.sends.filter(({ address }) => isGmail(address)).length;
    expect(tried).toBeLessThanOrEqual(5);
    expect(held()).toHaveLength(100 - tried);
    expect(held()[0]).toMatchObject({ kind: 'throttled', permanent: false, providerCode: null });
    expect(held().every(({ retryAfterMs }) => (retryAfterMs ?? 0) >= 5_000)).toBe(true);
    expect(around.published.every(({ providerDown }) => providerDown === null)).toBe(true);
  });

  it('remember a group in further leases, of this sender only', async () => {
    const provider = await send(
      (address) => (isGmail(address) ? deferred : sent),
      { addresses: ['ann@gmail.com'] },
      { addresses: ['ben@googlemail.com', 'ben@outlook.com'] },
      { addresses: ['cleo@gmail.com'], senderId: 'other' },
    );
    expect(provider.sends.map(({ address }) => address)).toEqual([
      'ann@gmail.com',
      'ben@outlook.com',
      'cleo@gmail.com',
    ]);
  });

  it('use none of the rate of the sender for recipients that are put back', async () => {
    const addresses = ['ann@gmail.com', ...many(20, 'gmail.com'), ...many(10, 'example.org')];
    await send((address) => (isGmail(address) ? deferred : sent), { addresses, sendsPerSecond: 10 });
    // At most five recipients of the group were in flight.
    expect(around.sent).toHaveLength(10);
    expect(held().length).toBeGreaterThanOrEqual(16);
  });

  it('ignore deferrals for reasons of the sender or of one recipient', async () => {
    const greylisted = { ...deferred, byDestination: undefined } as unknown as ProviderResult;
    const provider = await send(() => greylisted, { addresses: many(50, 'gmail.com') });
    expect(provider.sends).toHaveLength(50);
  });

  it('limit the many providers of other domains only if many of them defer', async () => {
    const one = await send((address) => (address.endsWith('@slow.example') ? deferred : sent), {
      addresses: [...many(40, 'example.org'), ...many(10, 'slow.example'), ...many(40, 'example.com')],
    });
    expect(one.sends).toHaveLength(90);
    const all = await send(() => deferred, { addresses: many(100, 'example.org') });
    expect(all.sends.length).toBeLessThan(20);
  });
});
