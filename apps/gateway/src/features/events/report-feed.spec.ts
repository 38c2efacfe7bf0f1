import { AppError } from '@carillon/contracts';
import { presentReport } from '../reports/read-report';
import { campaign } from '../../../test/examples';
import { ReportFeed, type Watcher } from './report-feed';

const report = presentReport(campaign, null, { optOuts: 3, now: new Date(0) });
const later = { ...report, asOf: new Date(1_000).toISOString() };
const moved = { ...report, total: 1 };
const sent = { ...report, status: 'SENT' as const };

class Noted implements Watcher {
  readonly received: string[] = [];
  changed({ total, status }: typeof report, isLast: boolean): void {
    this.received.push(`${status} ${total}${isLast ? ' at last' : ''}`);
  }
  unavailable(): void {
    this.received.push('unavailable');
  }
  gone(): void {
    this.received.push('gone');
  }
}

let requests = 0;
let read: () => Promise<typeof report>;
let feed: ReportFeed;
beforeEach(() => {
  jest.useFakeTimers();
  requests = 0;
  read = () => Promise.resolve(report);
  feed = new ReportFeed(() => {
    requests += 1;
    return read();
  });
});
afterEach(() => jest.useRealTimers());

async function watch(): Promise<Noted> {
  const watcher = new Noted();
  await feed.first();
  feed.add(watcher);
  return watcher;
}

describe('the feed of a report', () => {
  it('requests a report once a second for all watchers, and makes no extra request for a new watcher', async () => {
    await watch();
    await watch();
    await watch();
    expect(requests).toBe(1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(requests).toBe(4);
  });

  it('sends changes, but no update if only time has passed', async () => {
    const watcher = await watch();
    read = () => Promise.resolve(later);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(watcher.received).toEqual([]);
    read = () => Promise.resolve(moved);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(watcher.received).toEqual(['SENDING 1']);
  });

  it('requests a slow report ten times less often', async () => {
    read = () => new Promise((resolve) => setTimeout(() => resolve(report), 400));
    const first = feed.first();
    await jest.advanceTimersByTimeAsync(400);
    await first;
    feed.add(new Noted());
    await jest.advanceTimersByTimeAsync(3_900);
    expect(requests).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(requests).toBe(2);
  });

  it('ends with the last report, and requests no more', async () => {
    const watcher = await watch();
    read = () => Promise.resolve(sent);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([watcher.received, requests]).toEqual([['SENT 0 at last'], 2]);
  });

  it('continues after a cancel until every delivery has a final state', async () => {
    const watcher = await watch();
    const cancelled = { ...moved, status: 'CANCELLED' as const };
    read = () => Promise.resolve({ ...cancelled, states: { ...cancelled.states, QUEUED: 1 } });
    await jest.advanceTimersByTimeAsync(3_000);
    expect(watcher.received).toEqual(['CANCELLED 1']);
    read = () => Promise.resolve(cancelled);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(watcher.received).toEqual(['CANCELLED 1', 'CANCELLED 1 at last']);
  });

  it('reports once that the report is unavailable while requests fail, and then continues', async () => {
    const watcher = await watch();
    read = () => Promise.reject(new AppError('service_unavailable'));
    await jest.advanceTimersByTimeAsync(3_000);
    expect(watcher.received).toEqual(['unavailable']);
    read = () => Promise.resolve(moved);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(watcher.received).toEqual(['unavailable', 'SENDING 1']);
  });

  it('rejects new watchers while requests fail, and informs the other watchers when a new watcher’s request succeeds', async () => {
    const watcher = await watch();
    read = () => Promise.reject(new AppError('timeout'));
    await jest.advanceTimersByTimeAsync(1_000);
    await expect(feed.first()).rejects.toMatchObject({ code: 'timeout' });
    read = () => Promise.resolve(moved);
    await feed.first();
    expect(watcher.received).toEqual(['unavailable', 'SENDING 1']);
  });

  it('ends when the campaign is deleted', async () => {
    const watcher = await watch();
    read = () => Promise.reject(new AppError('campaign_not_found'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([watcher.received, requests]).toEqual([['gone'], 2]);
  });

  it('stops when no watcher is left, also if the last watcher leaves during a request', async () => {
    const watcher = await watch();
    read = () => {
      feed.remove(watcher);
      return Promise.resolve(moved);
    };
    await jest.advanceTimersByTimeAsync(10_000);
    expect([watcher.received, requests]).toEqual([[], 2]);
  });

  it('requests once a second if one watcher left and another one came during a request', async () => {
    const watcher = await watch();
    read = () => {
      feed.remove(watcher);
      feed.add(new Noted());
      return Promise.resolve(moved);
    };
    await jest.advanceTimersByTimeAsync(1_000);
    read = () => Promise.resolve(moved);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(requests).toBe(7);
  });
});
