import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { type Arrival } from './message';
import { MessageStore } from './message-store';

const MEBIBYTE = 1024 * 1024;
let directory = '';
const open: MessageStore[] = [];

beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'store-'))));
afterEach(async () => {
  for (const store of open.splice(0)) store.close();
  await rm(directory, { recursive: true, force: true });
});

function opened(
  settings: { directory?: string; keepMessages?: number; keepBytes?: number } = {},
): MessageStore {
  const store = new MessageStore({
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

function bodies(store: MessageStore): (string | undefined)[] {
  return store.list({ limit: 1_000 }).map((entry) => store.read(entry)?.body.toString());
}

/** Closes the store at the end of the test. */
function closed(store: MessageStore): void {
  open.splice(open.indexOf(store), 1);
  store.close();
}

/** A copy of the files in their current state, as after a SIGKILL. */
async function asAfterAKill(): Promise<string> {
  const copy = join(directory, 'copy');
  const files = await readdir(directory);
  await mkdir(copy);
  for (const file of files) await copyFile(join(directory, file), join(copy, file));
  return copy;
}

describe('the message store', () => {
  it('keeps simultaneous messages in their order, each found by its number and recipient', async () => {
    const store = opened();
    const names = Array.from({ length: 300 }, (_, i) => `p${i}@example.com`);
    await Promise.all(names.map((name) => store.append(arrival(name))));
    expect(store.list({ limit: 1_000 }).map(({ to }) => to)).toEqual(names.toReversed());
    expect(bodies(store).at(-1)).toBe('For p0@example.com');
    expect(store.find(7)?.to).toBe('p6@example.com');
    expect(store.addressedTo('P6@EXAMPLE.com', 10)).toMatchObject([{ seq: 7 }]);
  });

  it('evicts the oldest messages beyond the limit, even those of the same recipient', async () => {
    const store = opened({ keepMessages: 5 });
    for (let i = 0; i < 20; i++) await store.append(arrival(`p${i % 2}@example.com`, String(i)));
    expect(bodies(store)).toEqual(['19', '18', '17', '16', '15']);
    expect(store.recipients()).toEqual([
      { to: 'p0@example.com', count: 2 },
      { to: 'p1@example.com', count: 3 },
    ]);
    expect(store.find(15)).toBeUndefined();
  });

  it('does not exceed its limit on disk', async () => {
    const store = opened({ keepBytes: MEBIBYTE });
    const body = 'x'.repeat(10_000);
    for (let i = 0; i < 400; i++) await store.append(arrival('ana@example.com', body));
    expect(store.bytes).toBeLessThanOrEqual(MEBIBYTE);
    expect(store.size).toBeGreaterThan(80);
    expect(bodies(store)).toEqual(Array<string>(store.size).fill(body));
    expect((await stat(join(directory, 'messages.db'))).size).toBeLessThan(2 * MEBIBYTE);
  });

  it('frees space, so that few messages take little', async () => {
    const store = opened({ keepMessages: 3, keepBytes: 2 * MEBIBYTE });
    for (let i = 0; i < 200; i++) await store.append(arrival('ana@example.com', 'x'.repeat(10_000)));
    expect(store.bytes).toBe(30_000);
    expect((await stat(join(directory, 'messages.db'))).size).toBeLessThan(MEBIBYTE);
    for (let i = 0; i < 200; i++) await store.append(arrival('ana@example.com', 'x'.repeat(10_000)));
    store.clear();
    closed(store);
    expect((await stat(join(directory, 'messages.db'))).size).toBeLessThan(50_000);
  });

  it('keeps the newest message, however large', async () => {
    const store = opened({ keepBytes: MEBIBYTE });
    await store.append(arrival('small@example.com'));
    await store.append(arrival('large@example.com', 'x'.repeat(2 * MEBIBYTE)));
    expect(store.recipients()).toEqual([{ to: 'large@example.com', count: 1 }]);
  });

  it('has the same messages after it is opened again, within its new limits', async () => {
    const store = opened();
    await store.append(arrival(['one@example.com', 'two@example.com']));
    await store.append(arrival('three@example.com'));
    closed(store);
    const again = opened({ keepMessages: 2 });
    expect(again.list({ limit: 10 })).toMatchObject([
      { seq: 3, to: 'three@example.com' },
      { seq: 2, to: 'two@example.com' },
    ]);
    await again.append(arrival('four@example.com'));
    expect(again.find(4)?.to).toBe('four@example.com');
  });

  it('keeps the messages that it has written when its process is killed', async () => {
    const store = opened();
    await store.append(arrival('one@example.com'));
    await store.append(arrival('two@example.com'));
    const again = opened({ directory: await asAfterAKill() });
    expect(bodies(again)).toEqual(['For two@example.com', 'For one@example.com']);
  });

  it('loses only the message whose write was interrupted, and continues from there', async () => {
    const store = opened();
    await store.append(arrival('one@example.com'));
    await store.append(arrival('two@example.com'));
    const copy = await asAfterAKill();
    const log = join(copy, 'messages.db-wal');
    await truncate(log, (await stat(log)).size - 3);
    const again = opened({ directory: copy });
    expect(bodies(again)).toEqual(['For one@example.com']);
    await again.append(arrival('three@example.com'));
    closed(again);
    expect(bodies(opened({ directory: copy }))).toEqual(['For three@example.com', 'For one@example.com']);
  });

  it('creates a new file beside a file of another format', async () => {
    await writeFile(join(directory, 'messages.db'), 'x'.repeat(10_000));
    const store = opened();
    await store.append(arrival('one@example.com'));
    expect([store.size, store.wasDamaged]).toEqual([1, true]);
    expect(await readdir(directory)).toContain('messages.db.damaged');
  });

  it('is open in one process at a time', () => {
    opened();
    expect(() => opened()).toThrow('locked');
  });

  it('never uses a number twice, even when it is emptied and opened again', async () => {
    const store = opened();
    await store.append(arrival(['one@example.com', 'two@example.com']));
    store.clear();
    expect([store.size, store.bytes]).toEqual([0, 0]);
    closed(store);
    const again = opened();
    await again.append(arrival('three@example.com'));
    expect(again.list({ limit: 10 })).toMatchObject([{ seq: 3 }]);
  });

  it('deletes earlier messages and keeps later ones when all calls come at the same time', async () => {
    const store = opened();
    const before = store.append(arrival('before@example.com'));
    store.clear();
    const after = store.append(arrival('after@example.com'));
    await Promise.all([before, after]);
    expect(bodies(store)).toEqual(['For after@example.com']);
  });

  it('refuses messages that it cannot write, reports the failure, and recovers', async () => {
    const store = opened();
    const write = jest.spyOn(StatementSync.prototype, 'run').mockImplementationOnce(() => {
      throw new Error('no space left');
    });
    await expect(store.append(arrival('one@example.com'))).rejects.toThrow('no space left');
    expect([store.failing, store.size]).toEqual(['no space left', 0]);
    await store.append(arrival('two@example.com'));
    expect([store.failing, store.size]).toEqual([null, 1]);
    write.mockRestore();
  });

  it('returns null for a message that was evicted between finding and reading it', async () => {
    const store = opened();
    await store.append(arrival('one@example.com'));
    const [entry] = store.list({ limit: 1 });
    store.clear();
    expect(entry && store.read(entry)).toBeNull();
  });

  it('causes no warnings of Node', async () => {
    const options = { env: { ...process.env, NODE_OPTIONS: '' } };
    const { stderr } = await promisify(execFile)(process.execPath, ['-e', 'require("node:sqlite")'], options);
    expect(stderr).toBe('');
  });
});
