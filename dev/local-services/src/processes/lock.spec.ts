import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock, whileLocked } from './lock';

const freshLock = (): string => join(mkdtempSync(join(tmpdir(), 'lock-')), 'a.lock');

describe('a lock between processes', () => {
  it('is held by one process at a time', async () => {
    const file = freshLock();
    const lock = await tryLock(file);
    expect(lock).not.toBeNull();
    expect(await tryLock(file)).toBeNull();
    await lock?.release();
    expect(await tryLock(file)).not.toBeNull();
  });

  it('is void after its holder was killed, even if another process has its pid now', async () => {
    const file = freshLock();
    writeFileSync(file, `${process.pid} an-earlier-start`);
    expect(await tryLock(file)).not.toBeNull();
  });

  it('has one holder at a time, even if many processes try to take it', async () => {
    const file = freshLock();
    let holders = 0;
    const tryOften = async (): Promise<void> => {
      for (let n = 0; n < 200; n++) {
        const lock = await tryLock(file);
        if (lock === null) continue;
        holders += 1;
        expect(holders).toBe(1);
        await new Promise(setImmediate);
        holders -= 1;
        await lock.release();
      }
    };
    await Promise.all(Array.from({ length: 4 }, tryOften));
  });

  it('runs the work of several processes one after the other', async () => {
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
