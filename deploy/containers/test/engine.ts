import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import {
  type Environment,
  type FetchOptions,
  PackageUnavailable,
  findProgram,
  runCommand,
  unpackPackage,
  untilTrue,
  whileLocked,
} from '../../../dev/local-services/src/index';
import { findPlugins } from './debian';

/** A Docker engine for a test run. */
export interface Engine {
  /** The name to print. */
  readonly name: string;
  /** The environment with which `docker` and `docker compose` reach this engine and no other. */
  readonly environment: Environment;
  /** The options of `docker build` that give the build steps network access. */
  readonly buildOptions: readonly string[];
  stop(): Promise<void>;
}

const SHORT_MS = 60_000;
const START_MS = 240_000;

/**
 * Finds the engine that responds on this machine, or starts a separate one. Rejects with PackageUnavailable if no
 * engine can start.
 */
export async function findEngine(options: FetchOptions): Promise<Engine> {
  const { environment } = options;
  const asked = (...words: string[]) => runCommand('docker', words, { environment, timeoutMs: SHORT_MS });
  const answered = await asked('version', '--format', '{{.Server.Version}}');
  if (!answered.ok) return OwnEngine.start(options);
  const compose = await asked('compose', 'version', '--short');
  if (!compose.ok) throw new PackageUnavailable(`an engine responds, but has no Compose: ${compose.failure}`);
  const stop = (): Promise<void> => Promise.resolve();
  return { name: `Docker ${answered.output.trim()}`, environment, buildOptions: [], stop };
}

/**
 * Debian's dockerd, unpacked without installation. It has its own socket, data, and networks, which other programs do
 * not find. It stops when this process ends for any reason.
 */
class OwnEngine implements Engine {
  // This engine has no bridge network, so build steps use the host's network.
  readonly buildOptions = ['--network', 'host'];

  private constructor(
    readonly name: string,
    readonly environment: Environment,
    private readonly guard: ChildProcess,
  ) {}

  static async start(options: FetchOptions): Promise<OwnEngine> {
    if (process.platform !== 'linux') throw new PackageUnavailable('no Docker engine responds');
    if (process.getuid?.() !== 0)
      throw new PackageUnavailable('no Docker engine responds, and starting one requires root');
    const programs = await unpackEngine(options);
    const run = `/run/carillon-test-${randomBytes(4).toString('hex')}`;
    mkdirSync(join(run, 'config/cli-plugins'), { recursive: true, mode: 0o700 });
    for (const plugin of await findPlugins(programs, options))
      symlinkSync(plugin, join(run, 'config/cli-plugins', plugin.replace(/.*\//, '')));
    options.note('starting a separate Docker engine');
    const guard = spawn(resolve(__dirname, 'own-engine.sh'), [run, run.replace('/run/', '/var/lib/')], {
      // The guard runs in its own process group, so that Ctrl-C does not kill it. It stops when its input ends.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: programs,
    });
    const environment = {
      ...programs,
      DOCKER_HOST: `unix://${run}/docker.sock`,
      DOCKER_CONFIG: join(run, 'config'),
      DOCKER_BUILDKIT: '1',
    };
    const asked = () =>
      runCommand('docker', ['version', '--format', '{{.Server.Version}}'], {
        environment,
        timeoutMs: SHORT_MS,
      });
    const engine = new OwnEngine('a Docker engine of our own', environment, guard);
    const log = join(run, 'dockerd.log');
    const died = async () => /failed to start|^failed/m.test(await readFile(log, 'utf8').catch(() => ''));
    const settled = await untilTrue(async () => (await asked()).ok || (await died()), START_MS);
    if (settled && (await asked()).ok) return engine;
    const [reason = 'it does not respond'] = (await readFile(log, 'utf8').catch(() => ''))
      .trim()
      .split('\n')
      .slice(-1);
    await engine.stop();
    throw new PackageUnavailable(`dockerd does not run here: ${reason}`);
  }

  async stop(): Promise<void> {
    if (this.guard.exitCode !== null) return;
    const ended = once(this.guard, 'exit');
    this.guard.stdin?.end();
    await ended;
  }
}

/** The environment with the paths of Debian's engine and its tools. Downloads missing programs on first use. */
async function unpackEngine(options: FetchOptions): Promise<Environment> {
  const target = join(options.programs, 'docker');
  const places = ['usr/bin', 'usr/sbin'].map((place) => join(target, place));
  const path = [...places, options.environment.PATH, '/usr/sbin', '/sbin'].join(delimiter);
  const isThere = async () => {
    const found = await Promise.all(
      ['dockerd', 'iptables', 'mmdebstrap'].map((name) => findProgram(name, path)),
    );
    return !found.includes(null);
  };
  const programs = (root: string) => ({
    files: ['usr/sbin/dockerd', 'usr/bin/containerd', 'usr/sbin/runc', 'usr/sbin/xtables-nft-multi']
      .map((name) => join(root, name))
      .filter(existsSync),
    environment: { LD_LIBRARY_PATH: libraries(root) },
  });
  await whileLocked(`${target}.lock`, async () => {
    if (await isThere()) return;
    const docker = { name: 'docker.io', beside: ['iptables', 'mmdebstrap'], wanted: /\.deb$/, programs };
    await unpackPackage(docker, target, options);
    // Installing the package would create these links.
    for (const name of ['iptables', 'ip6tables'])
      if (existsSync(join(target, 'usr/sbin/xtables-nft-multi')))
        symlinkSync('xtables-nft-multi', join(target, 'usr/sbin', name));
  });
  return {
    ...options.environment,
    PATH: path,
    LD_LIBRARY_PATH: libraries(target),
    XTABLES_LIBDIR: [target, '/'].map((root) => join(libraries(root), 'xtables')).find(existsSync),
  };
}

/** The directory in which Debian keeps the libraries for this machine's architecture. */
function libraries(root: string): string {
  const place = join(root, 'usr/lib');
  const found = existsSync(place)
    ? readdirSync(place).find((name) => name.endsWith('-linux-gnu'))
    : undefined;
  return join(place, found ?? '');
}
