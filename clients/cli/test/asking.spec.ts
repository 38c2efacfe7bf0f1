import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carillon } from './carillon';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const removed = { result: { n: 1, ok: 1 }, deletedCount: 1, ids: [ID] };

describe('the user at a terminal', () => {
  it.each([
    ['y\r', 0, 1],
    ['Yes\r', 0, 1],
    ['\r', 1, 0],
    ['no\r', 1, 0],
    ['\u0004', 1, 0],
    ['\u0003', 130, 0],
  ])('is asked before a removal: %j', async (typed, expected, count) => {
    const { code, requests, stderr } = await carillon(['campaigns', 'remove', ID], {
      typed,
      answers: [removed],
    });
    expect(stderr).toContain('Permanently delete this campaign? [y/N]');
    expect([code, requests.length]).toEqual([expected, count]);
  });

  it.each(['hunter2\r', 'hunter2\u0014\r'])(
    'is asked for a secret, which is not shown: %j',
    async (typed) => {
      const command = 'integrations add email --host h --port 25 --security none --username u';
      const { requests, stderr, stdout } = await carillon(command.split(' '), { typed });
      expect(requests[0]?.body).toMatchObject({ settings: { password: 'hunter2' } });
      expect(stderr).toContain('Enter the password of the mail server:');
      expect(stdout + stderr).not.toContain('hunter');
    },
  );

  it('is asked again if the answer is neither yes nor no', async () => {
    const { code, requests, stderr } = await carillon(['campaigns', 'remove', ID], {
      typed: 'maybe\r\u0015n\r',
    });
    expect([code, requests.length]).toEqual([1, 0]);
    expect(stderr).toContain('You must answer with "Yes" or "No"');
  });

  it('gets no control sequences in a question', async () => {
    const answers = [{ _id: ID, slug: 'x\u001b]0;y\u0007' }];
    const { stderr } = await carillon(['groups', 'remove', ID], { typed: 'n\r', answers });
    expect(stderr).toContain('Delete the group x\\u{1b}]0;y\\u{7} and all its members? [y/N]');
    expect(stderr).not.toContain('\u001b]');
  });

  it('is asked for the key to save', async () => {
    const home = mkdtempSync(join(tmpdir(), 'carillon-'));
    const { code, requests, stderr } = await carillon(['login'], { typed: 'car_live_typed\r', home });
    expect([code, requests[0]?.headers.get('authorization')]).toEqual([0, 'Bearer car_live_typed']);
    expect(stderr).not.toContain('car_live_typed');
    rmSync(home, { recursive: true });
  });
});
