import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { OrphanedProcess, Witness } from '../../../local-services/src/index';

/** Ends started processes, and removes directories if possible. */
export interface DirectoryWitness extends Witness {
  directory?: (path: string) => void;
}

/** Ends everything that a test run started, even if the test run is killed. */
export class Guard implements DirectoryWitness {
  private readonly watchdog: ChildProcess;

  constructor() {
    this.watchdog = spawn(process.execPath, [resolve('dev/testing/src/servers/watchdog.ts')], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.watchdog.unref();
    // A write to a killed watchdog fails. No other code needs this error.
    this.watchdog.stdin?.on('error', () => undefined);
  }

  started(orphan: OrphanedProcess): void {
    if ('pid' in orphan) this.process(orphan.pid);
    else this.send('container', orphan.container);
  }

  ended(orphan: OrphanedProcess): void {
    if ('pid' in orphan) this.send('gone', orphan.pid);
    else this.send('removed', orphan.container);
  }

  /**
   * Guards a process that a test starts by other means. At the end, the process and the group that it leads are
   * killed.
   */
  process(pid: number): void {
    this.send('pid', pid);
  }

  /** Guards a directory, which is removed at the end. */
  directory(path: string): void {
    this.send('directory', path);
  }

  /** Ends and removes everything that is still guarded at once. */
  async release(): Promise<void> {
    if (this.watchdog.exitCode !== null || this.watchdog.signalCode !== null) return;
    // Keeps this process alive until the watchdog has exited.
    this.watchdog.ref();
    const exited = once(this.watchdog, 'exit');
    this.watchdog.stdin?.end();
    await exited;
  }

  private send(kind: string, what: string | number): void {
    this.watchdog.stdin?.write(`${JSON.stringify([kind, what])}\n`);
  }
}
