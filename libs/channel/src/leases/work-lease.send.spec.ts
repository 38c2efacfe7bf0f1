import type { Lease } from '@carillon/contracts';
import { RecordingProvider } from '@carillon/testing/providers';
import { Surroundings, aLease, userId, workLeaseWith } from '../../test/surroundings';
import type { ProviderResult } from '../provider';

const sent: ProviderResult = { kind: 'sent' };

describe('a send', () => {
  let around: Surroundings;
  let provider: RecordingProvider<ProviderResult>;
  beforeEach(() => (around = new Surroundings()));

  const work = (lease: Lease, answer: (i: number) => ProviderResult): Promise<void> => {
    provider = new RecordingProvider<ProviderResult>(({ i }) => answer(i));
    const never = new AbortController().signal;
    return workLeaseWith(around, provider).workOn({ lease, askedAt: performance.now() }, never);
  };

  it('passes the delivery ID and the time limit to its provider', async () => {
    await work(aLease(2, { batchId: '64b7c0ffee64b7c0ffee0001-0000000000' }), () => sent);
    expect(provider.sends.map(({ terms }) => terms)).toMatchObject([
      { deliveryId: '64b7c0ffee64b7c0ffee0001-0000000000-0', validForMs: 3_600_000 },
      { deliveryId: '64b7c0ffee64b7c0ffee0001-0000000000-1', validForMs: 3_600_000 },
    ]);
  });

  it('reports addresses to suppress before the failures', async () => {
    const failed = { kind: 'failed', reason: 'OPTED_OUT', permanent: true, code: '1' } as const;
    await work(aLease(5), (i) => {
      if (i === 3) return { ...failed, suppress: 'BOUNCED' };
      return i < 2 ? { ...failed, suppress: 'STOPPED', sender: '+15005550006' } : sent;
    });
    expect(around.messages).toEqual(['address.refused', 'address.refused', 'batch.settled']);
    const common = { userId, channel: 'EMAIL', at: '1970-01-01T00:00:00.000Z' };
    expect(around.refusals).toEqual([
      { ...common, cause: 'STOPPED', sender: '+15005550006', addresses: ['0@example.org', '1@example.org'] },
      { ...common, cause: 'BOUNCED', sender: null, addresses: ['3@example.org'] },
    ]);
  });
});
