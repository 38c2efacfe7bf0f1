import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from '@carillon/local-services';
import { Folder } from '@carillon/stack';
import { usualProcesses } from './fleet';
import { Rig } from './rig';

describe('a rig', () => {
  it('does not affect the processes of another rig in the same folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rig-'));
    const lock = await tryLock(new Folder(folder).lock);
    await expect(Rig.start(usualProcesses, folder)).rejects.toThrow('Another rig runs');
    await lock?.release();
    await rm(folder, { recursive: true });
  });
});
