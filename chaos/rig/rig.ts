import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Lock, tryLock } from '@carillon/local-services';
import { OrphanedProcesses, endLeftovers } from '../../tools/launcher/src/orphaned-processes';
import { bringUp } from './bring-up';
import { type Processes, usualProcesses } from './processes';
import type { RigParts } from './parts';

/** Where a rig keeps what it needs, unless it is told otherwise. */
const FOLDER = resolve('.carillon', 'chaos');

/** A whole system with several processes of each service, on a broker and a database of its own, to be mistreated. */
export class Rig {
  private constructor(
    readonly parts: RigParts,
    private readonly orphans: OrphanedProcesses,
    private readonly lock: Lock,
  ) {}

  /** Starts everything from nothing. What an earlier rig in this folder left behind is ended first. */
  static async start(processes: Processes = usualProcesses, folder = FOLDER): Promise<Rig> {
    const lock = await tryLock(join(folder, 'rig.lock'));
    if (!lock) throw new Error(`Another rig runs in ${folder}`);
    const running = join(folder, 'running.json');
    await endLeftovers(running, process.env);
    await clear(folder);
    const orphans = new OrphanedProcesses(running);
    endWithThisProcess(orphans);
    try {
      return new Rig(await bringUp(processes, folder, orphans), orphans, lock);
    } catch (error) {
      orphans.killAll();
      await lock.release();
      throw error;
    }
  }

  /** Its data is thrown away, so nobody waits for a good end. */
  async stop(): Promise<void> {
    const { fleet, connection, database, provider } = this.parts;
    await fleet.stop();
    await Promise.allSettled([connection.close(), database.close(), provider.close()]);
    this.orphans.killAll();
    await this.lock.release();
  }
}

async function clear(folder: string): Promise<void> {
  for (const part of ['broker', 'database', 'logs'])
    await rm(join(folder, part), { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Ctrl-C, a polite request, and the end of whoever started this process. */
function endWithThisProcess(orphans: OrphanedProcesses): void {
  const end = (): void => {
    orphans.killAll();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  process.once('disconnect', end);
}
