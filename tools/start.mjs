/**
 * What `npm start` runs, on whatever Node the machine has: sees to packages and build, then hands over to the
 * launcher on the project's own Node. Imports nothing but Node itself, because there may be no packages yet.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];
const USAGE = `npm start                 starts everything here: broker, database, services and the sandbox's inbox
npm start -- --reset      the same, after removing the data of earlier starts
npm start -- --help       this

Environment: AMQP_URL, MONGO_URL (servers to use in place of own ones), HTTP_PORT, INBOX_PORT, SMTP_PORT, and every
variable of .env.example.
`;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const launcher = join(root, 'dist', 'tools', 'launcher', 'main.js');
const logs = join(root, '.carillon', 'logs');

process.stdout.on('error', () => {}); // A closed terminal; the hang-up stops the stack.
await main(process.argv.slice(2));

async function main(flags) {
  const unknown = flags.filter((flag) => !['--reset', '--help'].includes(flag));
  if (unknown.length > 0) fail(`Unknown: ${unknown.join(' ')}\n\n${USAGE}`, 2);
  if (flags.includes('--help')) return void process.stdout.write(USAGE);
  requireNode();
  // A stack that runs is left alone: neither its packages nor its programs are changed under its feet.
  if (!isRunning()) {
    if (!packagesAreInstalled()) await step('packages', 'npm ci', install);
    if (!buildIsCurrent()) await step('build', 'nest build', build);
  }
  handOver(flags);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Node ${OLDEST_NODE.join('.')} or later is needed to begin; this is ${process.versions.node}.`);
}

/** Whether the process that holds the launcher's lock is alive. The launcher itself looks more closely. */
function isRunning() {
  try {
    process.kill(Number(readFileSync(join(root, '.carillon', 'launcher.lock'), 'utf8').split(' ')[0]), 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether node_modules is what package-lock.json says: npm keeps its own list of what it has installed. */
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

async function build() {
  await run('build', node, [
    join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js'),
    'build',
    '--all',
  ]);
  readFileSync(launcher); // A builder that failed without saying so.
  writeFileSync(join(root, 'dist', '.sources'), fingerprint());
}

function buildIsCurrent() {
  try {
    readFileSync(launcher);
    return readFileSync(join(root, 'dist', '.sources'), 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/** Changes with the content of anything that goes into the build. */
function fingerprint() {
  const hash = createHash('sha256');
  const configuration = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'rspack.config.cjs'];
  const sources = ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(spec|integration)\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  for (const file of [...configuration.map((name) => join(root, name)), ...sources.sort()]) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
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

/** Runs a command with its output in a log; shows the end of that only if it fails. */
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

/**
 * The launcher is in a session of its own: a terminal's Ctrl-C reaches it through here, once. Should this process be
 * killed, the closed channel tells the launcher to stop; should the launcher be killed, what it left is ended here.
 */
function handOver(flags) {
  const child = spawn(node, ['--enable-source-maps', launcher, ...flags], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => fail(`The launcher cannot be run: ${error.message}`));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    spawnSync(node, [launcher, '--end-leftovers'], { cwd: root, stdio: 'inherit' });
    process.exit(1);
  });
}

function fail(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
