import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carillon } from './carillon';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const removed = { result: { n: 1, ok: 1 }, deletedCount: 1, ids: [ID] };

describe('who sits at a terminal', () => {
  it.each([
    ['y\r', 0, 1],
    ['Yes\r', 0, 1],
    ['\r', 1, 0],
    ['no\r', 1, 0],
    ['\u0004', 1, 0],
    ['\u0003', 130, 0],
  ])('is asked before anything is removed: %j', async (typed, expected, requests) => {
    const { code, asked, stderr } = await carillon(['campaigns', 'remove', ID], {
      typed,
      answers: [removed],
    });
    expect(stderr).toContain('Remove this campaign for good? [y/N]');
    expect([code, asked.length]).toEqual([expected, requests]);
  });

  it('is asked for a secret, which is not shown', async () => {
    const words = 'integrations add email --host h --port 25 --security none --username u';
    const { asked, stderr, stdout } = await carillon(words.split(' '), { typed: 'hunter2\r' });
    expect(asked[0]?.body).toMatchObject({ settings: { password: 'hunter2' } });
    expect(stderr).toBe('The password of the mail server: \n');
    expect(stdout).not.toContain('hunter2');
  });

  it('is asked for the key to keep', async () => {
    const home = mkdtempSync(join(tmpdir(), 'carillon-'));
    const { code, asked, stderr } = await carillon(['login'], { typed: 'car_live_typed\r', home });
    expect([code, asked[0]?.headers.get('authorization')]).toEqual([0, 'Bearer car_live_typed']);
    expect(stderr).not.toContain('car_live_typed');
    rmSync(home, { recursive: true });
  });
});
