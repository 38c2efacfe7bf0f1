import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { OrphanedProcess, Witness } from '../../../local-services/src/index';

/** Sees to it that nothing a test run started outlives it, however it ends. */
export class Guard implements Witness {
  private readonly watchdog: ChildProcess;

  constructor() {
    this.watchdog = spawn(process.execPath, [resolve('libs/testing/src/servers/watchdog.ts')], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.watchdog.unref();
    // A write to a watchdog that was killed: there is nobody to be told.
    this.watchdog.stdin?.on('error', () => undefined);
  }

  started(orphan: OrphanedProcess): void {
    if ('pid' in orphan) this.process(orphan.pid);
    else this.tell('container', orphan.container);
  }

  ended(orphan: OrphanedProcess): void {
    if ('pid' in orphan) this.tell('gone', orphan.pid);
    else this.tell('removed', orphan.container);
  }

  /** Also for a process that a test starts by other means: it and the group it leads are ended. */
  process(pid: number): void {
    this.tell('pid', pid);
  }

  /** Removed at the end. */
  directory(path: string): void {
    this.tell('directory', path);
  }

  /** Ends and removes now whatever is still guarded. */
  async release(): Promise<void> {
    if (this.watchdog.exitCode !== null || this.watchdog.signalCode !== null) return;
    // Nothing else may be left to keep this process waiting.
    this.watchdog.ref();
    const exited = once(this.watchdog, 'exit');
    this.watchdog.stdin?.end();
    await exited;
  }

  private tell(kind: string, what: string | number): void {
    this.watchdog.stdin?.write(`${JSON.stringify([kind, what])}\n`);
  }
}
