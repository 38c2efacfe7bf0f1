import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a stack, in one folder. Other stacks may share the downloaded programs. */
export class Folder {
  readonly stackFile: string;
  readonly secrets: string;
  readonly lock: string;
  readonly orphans: string;
  readonly broker: string;
  readonly database: string;
  readonly sandbox: string;
  readonly logs: string;

  constructor(
    readonly path: string,
    readonly programs = join(path, 'programs'),
  ) {
    this.stackFile = join(path, 'stack.json');
    this.secrets = join(path, 'secrets.json');
    this.lock = join(path, 'launcher.lock');
    this.orphans = join(path, 'running.json');
    this.broker = join(path, 'broker');
    this.database = join(path, 'database');
    this.sandbox = join(path, 'sandbox');
    this.logs = join(path, 'logs');
  }

  log(service: string): string {
    return join(this.logs, `${service}.log`);
  }

  /** Removes the data of a stack, but not downloaded programs or the files of tests that may be running. */
  async removeData({ keepSecrets }: { keepSecrets: boolean }): Promise<void> {
    const data = [this.broker, this.database, this.sandbox, this.logs, join(this.path, 'ports.json')];
    if (!keepSecrets) data.push(this.secrets);
    await Promise.all(data.map((path) => rm(path, { recursive: true, force: true })));
  }
}
