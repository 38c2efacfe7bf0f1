import { appendFile, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Arrival } from './message';
import { MessageStore } from './message-store';
import { SegmentLog } from './segment-log';

const MEBIBYTE = 1024 * 1024;
let directory = '';
const open: MessageStore[] = [];

beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'store-'))));
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
  await rm(directory, { recursive: true, force: true });
});

async function opened(settings: { keepMessages?: number; keepBytes?: number } = {}): Promise<MessageStore> {
  const store = await MessageStore.open({
    directory,
    keepMessages: 1_000,
    keepBytes: 64 * MEBIBYTE,
    ...settings,
  });
  open.push(store);
  return store;
}

function arrival(to: string | string[], body = `For ${String(to)}`): Arrival {
  return { channel: 'EMAIL', sender: 'a@x.test', recipients: [to].flat(), body: Buffer.from(body) };
}

async function bodies(store: MessageStore): Promise<(string | undefined)[]> {
  const read = store.list({ limit: 1_000 }).map(async (entry) => (await store.read(entry))?.body.toString());
  return Promise.all(read);
}

describe('the message store', () => {
  it('keeps messages that arrive at once in their order, each found by its number and recipient', async () => {
    const store = await opened();
    const names = Array.from({ length: 300 }, (_, i) => `p${i}@example.com`);
    await Promise.all(names.map((name) => store.append(arrival(name))));
    expect(store.list({ limit: 1_000 }).map(({ to }) => to)).toEqual(names.toReversed());
    expect((await bodies(store)).at(-1)).toBe('For p0@example.com');
    expect(store.find(7)?.to).toBe('p6@example.com');
    expect(store.addressedTo('P6@EXAMPLE.com')).toMatchObject([{ seq: 7 }]);
  });

  it('puts out the oldest messages beyond the number to keep, also those of the same recipient', async () => {
    const store = await opened({ keepMessages: 5 });
    for (let i = 0; i < 20; i++) await store.append(arrival(`p${i % 2}@example.com`, String(i)));
    expect(await bodies(store)).toEqual(['19', '18', '17', '16', '15']);
    expect(store.recipients()).toEqual([
      { to: 'p0@example.com', count: 2 },
      { to: 'p1@example.com', count: 3 },
    ]);
    expect(store.find(15)).toBeUndefined();
  });

  it('takes no more room on disk than it is allowed, to the nearest file', async () => {
    const store = await opened({ keepBytes: MEBIBYTE });
    const body = 'x'.repeat(10_000);
    for (let i = 0; i < 400; i++) await store.append(arrival('ana@example.com', body));
    expect(store.bytes).toBeLessThanOrEqual(MEBIBYTE);
    expect(store.size).toBeGreaterThan(80);
    expect(await bodies(store)).toEqual(Array<string>(store.size).fill(body));
    const files = await readdir(directory);
    expect(files.length).toBeLessThanOrEqual(9);
  });

  it('drops files that hold nothing to keep, so that few messages take little room', async () => {
    const store = await opened({ keepMessages: 3, keepBytes: 2 * MEBIBYTE });
    for (let i = 0; i < 200; i++) await store.append(arrival('ana@example.com', 'x'.repeat(10_000)));
    expect(store.bytes).toBeLessThan(MEBIBYTE);
  });

  it('has the same messages after it is opened again, within the bounds of then', async () => {
    const store = await opened();
    await store.append(arrival(['one@example.com', 'two@example.com']));
    await store.append(arrival('three@example.com'));
    await store.close();
    const again = await opened({ keepMessages: 2 });
    expect(again.list({ limit: 10 })).toMatchObject([
      { seq: 3, to: 'three@example.com' },
      { seq: 2, to: 'two@example.com' },
    ]);
    await again.append(arrival('four@example.com'));
    expect(again.find(4)?.to).toBe('four@example.com');
  });

  it('loses only the message whose writing was cut short, and goes on from there', async () => {
    const store = await opened();
    await store.append(arrival('one@example.com'));
    await store.append(arrival('two@example.com'));
    const bytes = store.bytes;
    await store.close();
    const [file = ''] = await readdir(directory);
    await truncate(join(directory, file), bytes - 3);
    const again = await opened();
    expect(await bodies(again)).toEqual(['For one@example.com']);
    expect(again.cutBytes).toBeGreaterThan(0);
    await again.append(arrival('three@example.com'));
    await again.close();
    expect(await bodies(await opened())).toEqual(['For three@example.com', 'For one@example.com']);
  });

  it('is not led astray by what is no record', async () => {
    const store = await opened();
    await store.append(arrival('one@example.com'));
    await store.close();
    const [file = ''] = await readdir(directory);
    await appendFile(join(directory, file), Buffer.concat([Buffer.from('CSM1'), Buffer.alloc(40, 0xff)]));
    await appendFile(join(directory, 'notes.txt'), 'not a file of the store');
    const again = await opened();
    expect([again.size, again.cutBytes]).toEqual([1, 44]);
  });

  it('never uses a number twice, also when it is emptied and opened again', async () => {
    const store = await opened();
    await store.append(arrival(['one@example.com', 'two@example.com']));
    await store.clear();
    expect([store.size, store.bytes]).toEqual([0, 0]);
    await store.close();
    const again = await opened();
    await again.append(arrival('three@example.com'));
    expect(again.list({ limit: 10 })).toMatchObject([{ seq: 3 }]);
  });

  it('empties what came before and keeps what came after, when all is asked for at once', async () => {
    const store = await opened();
    const before = store.append(arrival('before@example.com'));
    const clearing = store.clear();
    const after = store.append(arrival('after@example.com'));
    await Promise.all([before, clearing, after]);
    expect(await bodies(store)).toEqual(['For after@example.com']);
  });

  it('refuses messages it cannot write, says that it fails, and recovers', async () => {
    const store = await opened();
    const write = jest
      .spyOn(SegmentLog.prototype, 'append')
      .mockRejectedValueOnce(new Error('no space left'));
    await expect(store.append(arrival('one@example.com'))).rejects.toThrow('no space left');
    expect([store.failing, store.size]).toEqual(['no space left', 0]);
    await store.append(arrival('two@example.com'));
    expect([store.failing, store.size]).toEqual([null, 1]);
    write.mockRestore();
  });

  it('answers null for a message that was put out between finding and reading it', async () => {
    const store = await opened();
    await store.append(arrival('one@example.com'));
    const [entry] = store.list({ limit: 1 });
    await store.clear();
    expect(entry && (await store.read(entry))).toBeNull();
  });
});
