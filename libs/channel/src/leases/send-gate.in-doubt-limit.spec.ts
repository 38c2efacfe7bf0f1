import type { ProviderResult } from '../provider';
import { InDoubtLimit } from './send-gate';

const sent: ProviderResult = { kind: 'sent' };
const stumbles: ProviderResult = { kind: 'unknown', reason: 'SERVER_ERROR', code: '500', suspect: true };
const refused: ProviderResult = { kind: 'failed', reason: 'INVALID_ADDRESS', permanent: true, code: '21211' };
const throttled: ProviderResult = {
  kind: 'throttled',
  scope: 'provider',
  reason: 'TOO_MANY_REQUESTS',
  retryAfterMs: null,
  code: '429',
};
/** Results without a request to the provider. */
const empty: ProviderResult = { kind: 'failed', reason: 'EMPTY_MESSAGE', permanent: true, code: null };
const busy: ProviderResult = { ...throttled, scope: 'recipient', reason: 'NO_FREE_CONNECTION', code: null };

describe('the limit of messages in doubt', () => {
  let stop: AbortController;
  let inDoubtLimit: InDoubtLimit;
  let turns: boolean[];
  beforeEach(() => {
    stop = new AbortController();
    inDoubtLimit = new InDoubtLimit(3, stop.signal);
    turns = [];
  });
  const ask = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) void inDoubtLimit.acquire().then((may) => turns.push(may));
    await settle();
  };
  const over = async (result: ProviderResult | null): Promise<void> => {
    inDoubtLimit.over(result);
    await settle();
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('allows as many sends as outage detection needs, and another one only after one that is not in doubt', async () => {
    await ask(10);
    expect(turns).toHaveLength(3);
    await over(stumbles);
    expect(turns).toHaveLength(3);
    await over(null);
    expect(turns).toHaveLength(4);
    await over({ kind: 'unknown', reason: 'WORKER_ERROR', code: null });
    expect(turns).toHaveLength(5);
  });

  it.each([
    ['accepts a message', sent],
    ['refuses one', refused],
    ['throttles one', throttled],
  ])('ends as soon as the provider %s', async (_, result) => {
    await ask(10);
    await over(stumbles);
    await over(result);
    expect(turns).toHaveLength(10);
    await ask(10);
    expect(turns).toHaveLength(20);
  });

  it.each([
    ['cannot be sent', empty],
    ['gets no connection', busy],
  ])('remains when a message %s: no request reached the provider', async (_, result) => {
    await ask(10);
    await over(result);
    expect(turns).toHaveLength(4);
    await over(stumbles);
    await over(result);
    expect(turns).toHaveLength(5);
  });

  it('allows no more sends on stop', async () => {
    await ask(5);
    stop.abort();
    await settle();
    await ask(1);
    expect(turns).toEqual([true, true, true, false, false, false]);
  });
});
