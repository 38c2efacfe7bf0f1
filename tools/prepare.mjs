/**
 * Installs packages and builds if necessary, on any Node version of the machine. Imports only Node itself, because
 * packages may not be installed yet.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** The project's own Node. */
export const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
export const launcher = join(root, 'dist', 'dev', 'launcher', 'main.js');
/** The NODE_OPTIONS of Jest, for packages that are ES modules. */
export const jestNodeOptions = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
const logs = join(root, '.carillon', 'logs');

/**
 * Installs the packages if they differ from the lock file, and builds if a source has changed since the last build.
 */
export async function prepare() {
  if (!packagesAreInstalled()) await step('packages', 'npm ci', install);
  const stale = builds.filter((each) => !isCurrent(each));
  if (stale.length > 0)
    await step('build', 'npm run build', async () => {
      for (const each of stale) await build(each);
    });
}

/** Ends the process with a message if the running Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Node ${OLDEST_NODE.join('.')} or later is needed to begin; this is ${process.versions.node}.`);
}

/** Whether node_modules matches package-lock.json, according to npm's own list of installed packages. */
function packagesAreInstalled() {
  const installed = readPackages(join('node_modules', '.package-lock.json'));
  const wanted = Object.entries(readPackages('package-lock.json')).filter(([path]) => path !== '');
  return wanted.every(([path, entry]) => {
    const optional = entry.optional || entry.devOptional;
    return installed[path] ? installed[path].version === entry.version : optional;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

function install() {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund'];
  return npm ? run('install', process.execPath, [npm, ...args]) : run('install', 'npm', args);
}

/**
 * The builds, each with its own sources, so that a change rebuilds only the affected ones. `steps` are steps of npm
 * run build, `made` is a file that exists after the build, and `sources` are files and folders.
 */
const builds = [
  {
    name: 'programs',
    steps: [
      ['@nestjs/cli/bin/nest.js', 'build'],
      ['vite/bin/vite.js', 'build', 'clients/console', '--logLevel', 'warn'],
    ],
    made: launcher,
    sources: [
      ...['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'programs.cjs', 'rspack.config.cjs'],
      ...['swc.config.cjs', 'apps', 'libs', 'clients', 'tools', 'dev'],
    ],
  },
  {
    name: 'docs',
    steps: [['vitepress/bin/vitepress.js', 'build', 'docs']],
    made: join(root, 'dist', 'docs', 'index.html'),
    sources: [
      ...['package-lock.json', 'CHANGELOG.md', 'docs', 'tools/compress-files.mts'],
      ...['clients/sdk/README.md', 'deploy/helm/carillon/README.md'],
    ],
  },
];

async function build({ name, steps, made, sources }) {
  for (const [program, ...args] of steps)
    await run(`build-${name}`, node, [join(root, 'node_modules', program), ...args]);
  readFileSync(made); // Throws if a builder failed without an exit code.
  writeFileSync(stampOf(name), fingerprint(sources));
}

const stampOf = (name) => join(root, 'dist', `.${name}`);

function isCurrent({ name, made, sources }) {
  try {
    readFileSync(made);
    return readFileSync(stampOf(name), 'utf8') === fingerprint(sources);
  } catch {
    return false;
  }
}

/** A hash of these files and of all files in these folders. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf).sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesOf(source) {
  const path = join(root, source);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(spec|integration)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

async function step(name, command, work) {
  const begin = Date.now();
  process.stdout.write(`  · ${name.padEnd(17)}          ${command}\n`);
  try {
    await work();
  } catch (error) {
    fail(`  ✘ ${name.padEnd(17)}          ${command} failed: ${error.message}`);
  }
  const seconds = `${((Date.now() - begin) / 1000).toFixed(1)} s`;
  process.stdout.write(`  ✔ ${name.padEnd(17)}${seconds.padStart(7)}\n`);
}

/** Runs a command with its output in a log. Shows the end of the log only on failure. */
function run(name, command, args) {
  mkdirSync(logs, { recursive: true });
  const log = join(logs, `${name}.log`);
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const interrupt = () => {
      child.kill();
      process.exit(130);
    };
    for (const signal of signals) process.on(signal, interrupt);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', failed);
    child.once('close', (code, signal) => {
      for (const each of signals) process.off(each, interrupt);
      const text = Buffer.concat(output).toString();
      writeFileSync(log, text);
      if (code === 0) return done();
      failed(
        new Error(
          `${signal ?? `exit code ${code}`}; the end of ${log}:\n${text.trim().split('\n').slice(-20).join('\n')}`,
        ),
      );
    });
  });
}

export function fail(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
