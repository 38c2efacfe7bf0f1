import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ProcessUser,
  type ServerProcess,
  answersTcp,
  closedPort,
  findProgram,
  runCommand,
  startProcess,
  startServer,
} from '@carillon/local-services';

/** Where Debian and Fedora install Postgres, one folder for each version or one for all. */
const VERSIONS = '/usr/lib/postgresql';
const START_MS = 60_000;
const STOP_MS = 10_000;
const STATEMENT_MS = 600_000;
const USER = 'listmonk';

/** Settings of a server for one program. Writes are as durable as by default. */
const SETTINGS = { shared_buffers: '256MB', max_wal_size: '4GB', wal_compression: 'on' };

/** A Postgres server with an empty database, on a port of the loopback address. */
export class Postgres {
  private constructor(
    private readonly server: ServerProcess,
    private readonly psql: string,
    readonly port: number,
  ) {}

  /**
   * Postgres refuses to run as root, so root starts it as another user.
   * @param programs the folder of Postgres's programs. Undefined: the installed ones
   * @param folder an existing folder for data and logs, which that user can enter
   */
  static async start(programs: string | undefined, folder: string, signal: AbortSignal): Promise<Postgres> {
    const bin = programs ?? (await installedPrograms());
    const user = await unprivilegedUser();
    const data = join(folder, 'postgres');
    mkdirSync(data, { mode: 0o700 });
    if (user) chownSync(data, user.uid, user.gid);
    const common = { environment: { PATH: process.env.PATH, LC_ALL: 'C' }, workingDirectory: data, user };
    const initialized = await startProcess({
      ...common,
      command: join(bin, 'initdb'),
      arguments: ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      logFile: join(folder, 'initdb.log'),
    });
    const ending = await initialized.exited;
    if (ending !== 'exit code 0') throw new Error(`initdb failed with ${ending}`);
    signal.throwIfAborted();
    const port = await closedPort();
    const settings = { ...SETTINGS, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
    const server = await startServer({
      ...common,
      command: join(bin, 'postgres'),
      arguments: [
        ...['-D', data, '-p', String(port)],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      logFile: join(folder, 'postgres.log'),
      port,
      timeoutMs: START_MS,
      answers: () => answersTcp(port),
      signal,
    });
    return new Postgres(server, join(bin, 'psql'), port);
  }

  get pid(): number {
    return this.server.pid;
  }

  get user(): string {
    return USER;
  }

  /** Runs statements, and returns the rows of their results, one line each. */
  async run(statements: string): Promise<string> {
    const args = ['-h', '127.0.0.1', '-p', String(this.port), '-U', USER, '-d', 'postgres'];
    const { ok, output, failure } = await runCommand(
      this.psql,
      [...args, '-qXAt', '-v', 'ON_ERROR_STOP=1', '-c', statements],
      { environment: { PATH: process.env.PATH }, timeoutMs: STATEMENT_MS },
    );
    if (!ok) throw new Error(failure);
    return output.trim();
  }

  stop(): Promise<void> {
    return this.server.stop(STOP_MS);
  }
}

/** The folder of the newest installed version. */
async function installedPrograms(): Promise<string> {
  const versions = readVersions().toSorted((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join(VERSIONS, version, 'bin'));
  const found = await findProgram('postgres', [...folders, process.env.PATH ?? ''].join(':'));
  if (found === null)
    throw new Error('Postgres is not installed: name the folder of its programs with --postgres');
  return join(found, '..');
}

function readVersions(): string[] {
  try {
    return readdirSync(VERSIONS);
  } catch {
    return [];
  }
}

/** Undefined: this process is not root. */
async function unprivilegedUser(): Promise<ProcessUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error('Postgres refuses to run as root, and there is neither a user postgres nor nobody');
}

async function idOf(kind: '-u' | '-g', name: string): Promise<number | null> {
  const environment = { PATH: process.env.PATH };
  const { ok, output } = await runCommand('id', [kind, name], { environment, timeoutMs: START_MS });
  return ok ? Number(output) : null;
}
