import type { ProviderResult } from '../provider';
import { timing } from '../timing';
import { SilentSenders } from './silent-senders';

const sent: ProviderResult = { kind: 'sent' };
const refused: ProviderResult = { kind: 'failed', reason: 'REFUSED', permanent: true, code: '550' };
const timedOut: ProviderResult = { kind: 'failed', reason: 'SERVER_TIMEOUT', permanent: false, code: null };

describe('senders whose providers are silent', () => {
  let silent: SilentSenders;
  let changes: number[];
  beforeEach(() => {
    jest.useFakeTimers();
    silent = new SilentSenders({ leases: 2 });
    changes = [];
    silent.onChange((more) => changes.push(more));
  });
  afterEach(() => {
    silent.onModuleDestroy();
    jest.useRealTimers();
  });
  const passes = (looks: number): void => {
    jest.advanceTimersByTime(looks * timing.look);
  };

  it('are detected after a while without a response, and their leases free their slots', () => {
    for (const id of ['a', 'a', 'b']) silent.watch(id).begun();
    passes(timing.quietLooks - 1);
    expect([silent.ids, silent.lent, changes]).toEqual([[], 0, []]);
    passes(1);
    expect([silent.ids, silent.lent, changes]).toEqual([['a', 'b'], 3, [3]]);
  });

  it.each([
    ['takes a message', sent],
    ['refuses one', refused],
  ])('are no longer silent when a provider %s', (_, result) => {
    const lease = silent.watch('a');
    lease.begun();
    lease.begun();
    passes(timing.quietLooks);
    lease.ended(result);
    passes(1);
    expect([silent.ids, silent.lent, changes]).toEqual([[], 0, [1, -1]]);
  });

  it('remain silent after the time limit for a response', () => {
    const lease = silent.watch('a');
    lease.begun();
    lease.begun();
    passes(timing.quietLooks);
    lease.ended(timedOut);
    passes(1);
    expect(silent.ids).toEqual(['a']);
  });

  it('exclude senders without sends in flight, such as senders with a rate limit', () => {
    const lease = silent.watch('a');
    lease.begun();
    lease.ended(sent);
    passes(10);
    expect(silent.ids).toEqual([]);
  });

  it('exclude senders whose providers respond for another campaign', () => {
    silent.watch('default').begun();
    const other = silent.watch('default');
    for (let looks = 0; looks < 10; looks++) {
      other.begun();
      other.ended(sent);
      passes(1);
    }
    expect(silent.ids).toEqual([]);
  });

  it('take back their slots immediately when a lease ends', () => {
    const leases = [silent.watch('a'), silent.watch('a')];
    for (const lease of leases) lease.begun();
    passes(timing.quietLooks);
    leases[0]?.over();
    leases[1]?.over();
    expect([silent.ids, changes]).toEqual([[], [2, -1, -1]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('add at most four times as many leases as there are slots', () => {
    for (let n = 0; n < 20; n++) silent.watch(`i${n}`).begun();
    passes(timing.quietLooks);
    expect([silent.ids.length, silent.lent]).toEqual([20, 8]);
  });
});
