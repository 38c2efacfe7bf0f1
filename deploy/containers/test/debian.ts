import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type Environment,
  type FetchOptions,
  PackageUnavailable,
  findMongod,
  runCommand,
  whileLocked,
} from '../../../dev/local-services/src/index';
import type { Engine } from './engine';

/** The Debian release that includes RabbitMQ 4 and Compose 2. */
const RELEASE = 'trixie';
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';
const PACKAGES = [
  'rabbitmq-server',
  'caddy',
  'libcurl4t64',
  'libssl3t64',
  'libstdc++6',
  'libatomic1',
  'ca-certificates',
];
const PLUGINS = ['docker-compose', 'docker-buildx'];
const NPM = 'npm@11.21.2';

const SHORT_MS = 60_000;
const LONG_MS = 600_000;
/** The time within which a reachable registry responds. */
const PULL_FIRST_WORD_MS = 15_000;

/**
 * The base images of docker-compose.yml and Dockerfile. Each key is the stage of offline/Dockerfile that can replace
 * the image.
 */
const standIns: Readonly<Record<string, string>> = {
  node: 'node:24-bookworm-slim',
  rabbitmq: 'rabbitmq:4',
  mongo: 'mongo:8',
  caddy: 'caddy:2',
};

const treeIn = (programs: string): string => join(programs, `debian-${RELEASE}`);

/** Finds the Docker CLI plugins that older Debian releases lack. Rejects with PackageUnavailable. */
export async function findPlugins(environment: Environment, options: FetchOptions): Promise<string[]> {
  const tree = await debianTree(environment, options);
  return PLUGINS.map((name) => join(tree, 'plugins/usr/libexec/docker/cli-plugins', name));
}

/**
 * Provides the engine with all base images. Uses the published images or, if no registry responds, images built from
 * Debian packages.
 */
export async function provideImages(engine: Engine, options: FetchOptions): Promise<void> {
  const { environment } = engine;
  let reachable = true;
  for (const [stage, image] of Object.entries(standIns)) {
    if ((await runCommand('docker', ['image', 'inspect', image], { environment, timeoutMs: SHORT_MS })).ok)
      continue;
    const pulling = { environment, timeoutMs: LONG_MS, firstWordMs: PULL_FIRST_WORD_MS };
    reachable &&= (await runCommand('docker', ['pull', image], pulling)).ok;
    if (!reachable) await build(stage, image, engine, options);
  }
}

async function build(stage: string, image: string, engine: Engine, options: FetchOptions): Promise<void> {
  const tree = await debianTree(engine.environment, options);
  const debian = `carillon-test-debian:${RELEASE}`;
  const docker = (...args: string[]) => must('docker', args, engine.environment);
  if (stage === 'node') {
    options.note('no registry responds: making the base images from packages');
    await docker('import', join(tree, 'root.tar'), debian);
  }
  const context = await mkdtemp(join(tmpdir(), 'carillon-images-'));
  try {
    await gather(context, options);
    const args = [
      '--target',
      stage,
      '--tag',
      image,
      '--build-arg',
      `DEBIAN=${debian}`,
      ...engine.buildOptions,
    ];
    await docker('build', '--quiet', ...args, context);
  } finally {
    await rm(context, { recursive: true });
  }
}

/** Collects the files that offline/Dockerfile copies, in one folder. */
async function gather(context: string, options: FetchOptions): Promise<void> {
  const { environment, programs } = options;
  const offline = resolve(__dirname, 'offline');
  for (const file of ['Dockerfile', 'docker-entrypoint.sh'])
    await copyFile(join(offline, file), join(context, file));
  await chmod(join(context, 'docker-entrypoint.sh'), 0o755);
  await copyFile(process.execPath, join(context, 'node'));
  await copyFile(await findMongod({ ...options, directory: context }), join(context, 'mongod'));
  const trusted = environment.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  await writeFile(join(context, 'ca-certificates.crt'), await readFile(trusted).catch(() => ''));
  const packed = join(programs, `${NPM}.tgz`);
  if (!existsSync(packed)) {
    await must('npm', ['pack', '--silent', NPM, '--pack-destination', context], environment);
    await rename(join(context, `${NPM.replace('@', '-')}.tgz`), packed);
  }
  await mkdir(join(context, 'npm'));
  await must('tar', ['-xzf', packed, '--strip-components=1', '-C', join(context, 'npm')], environment);
}

/**
 * A folder with `root.tar`, which is a small Debian with all packages that the replacement images need, and the
 * plugins of the Docker CLI.
 */
async function debianTree(environment: Environment, options: FetchOptions): Promise<string> {
  const tree = treeIn(options.programs);
  await whileLocked(`${tree}.lock`, async () => {
    if (existsSync(tree)) return;
    options.note(`fetching Debian ${RELEASE} with mmdebstrap`);
    const draft = `${tree}.new`;
    const plugins = join(draft, 'plugins');
    await rm(draft, { recursive: true, force: true });
    await mkdir(plugins, { recursive: true });
    const listed = [
      'indextargets',
      '--format',
      '$(REPO_URI)',
      'Created-By: Packages',
      'Origin: Debian',
      'Label: Debian',
    ];
    const targets = await runCommand('apt-get', listed, { environment, timeoutMs: SHORT_MS });
    const [mirror = ''] = targets.output.trim().split('\n');
    if (!targets.ok || mirror === '') throw new PackageUnavailable('apt knows no archive of Debian');
    const hook = [
      `cd ${plugins}`,
      `APT_CONFIG="$MMDEBSTRAP_APT_CONFIG" apt-get -q download ${PLUGINS.join(' ')}`,
      `for each in *.deb; do dpkg-deb -x "$each" .; done`,
    ];
    const made = await runCommand(
      'mmdebstrap',
      [
        '--mode=root',
        '--variant=apt',
        `--include=${PACKAGES.join(',')}`,
        `--customize-hook=${hook.join(' && ')}`,
        RELEASE,
        join(draft, 'root.tar'),
        `deb [signed-by=${KEYS}] ${mirror} ${RELEASE} main`,
      ],
      { environment: { ...environment, LC_ALL: 'C.UTF-8' }, timeoutMs: LONG_MS },
    );
    if (!made.ok) {
      await writeFile(join(options.programs, 'mmdebstrap.log'), made.output);
      throw new PackageUnavailable(`Debian ${RELEASE} is not to be had: ${made.failure}`);
    }
    await rename(draft, tree);
  });
  return tree;
}

async function must(command: string, args: readonly string[], environment: Environment): Promise<void> {
  const { ok, output, failure } = await runCommand(command, args, { environment, timeoutMs: LONG_MS });
  if (!ok) throw new Error(`${failure}\n${output.slice(-2_000)}`);
}
