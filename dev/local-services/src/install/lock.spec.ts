import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock, whileLocked } from './lock';

const freshLock = (): string => join(mkdtempSync(join(tmpdir(), 'lock-')), 'a.lock');

describe('a lock between processes', () => {
  it('is held by one at a time', async () => {
    const file = freshLock();
    const lock = await tryLock(file);
    expect(lock).not.toBeNull();
    expect(await tryLock(file)).toBeNull();
    await lock?.release();
    expect(await tryLock(file)).not.toBeNull();
  });

  it('does not count when its holder was killed, even if another process has the number by now', async () => {
    const file = freshLock();
    writeFileSync(file, `${process.pid} an-earlier-start`);
    expect(await tryLock(file)).not.toBeNull();
  });

  it('lets work of several run one after the other', async () => {
    const file = freshLock();
    let inside = 0;
    const work = () =>
      whileLocked(file, async () => {
        inside += 1;
        expect(inside).toBe(1);
        await new Promise(setImmediate);
        inside -= 1;
      });
    await Promise.all([work(), work(), work()]);
  });
});
