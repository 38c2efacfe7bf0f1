/**
 * The entry point of `npm test`, on any Node version of the machine: prepares packages and the build, then runs the
 * checks on the project's own Node. `npm test -- unit` runs only the named stages. `all` selects every stage, and
 * `usual` selects the stages of a plain `npm test`. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { jestNodeOptions, node, prepare, requireNode, root, signals } from './prepare.mjs';

const results = join(root, '.carillon', 'results');
const bin = (name) => join(root, 'node_modules', '.bin', name);

/** The folders with code whose imports are checked. */
const code = ['apps', 'libs', 'clients', 'tools', 'dev', 'e2e'];

/**
 * A stage is one check, or a run of Jest, which counts its tests. Two stages run at the same time. Only one of them
 * is a stage with `stack`, which starts all services and mostly waits for leases, timers, and processes. Every stage
 * starts its own broker and database. All stages have the default priority: with a lower priority, other load on the
 * machine makes a stage take several times as long. `node` has the options of a command's Node. `full` marks stages
 * that test resilience or packaging and are not part of a plain `npm test`.
 */
const stages = {
  // The types of all code take about as much memory as Node gives a process by default.
  lint: { command: ['eslint', '.', '--max-warnings', '0'], node: ['--max-old-space-size=6144'] },
  format: { command: ['prettier', '--check', '.', '--log-level', 'warn'] },
  layout: { command: ['depcruise', '--config', '.dependency-cruiser.cjs', ...code] },
  folders: { command: ['depcruise', '--config', '.dependency-cruiser.folders.cjs', ...code] },
  spelling: { command: ['cspell', 'lint', '--no-progress', '--no-summary'] },
  unused: { command: ['knip', '--no-progress'] },
  types: { command: ['tsc', '--noEmit'] },
  'types-console': { command: ['tsc', '--noEmit', '-p', 'clients/console'] },
  'types-docs': { command: ['tsc', '--noEmit', '-p', 'docs/.vitepress'] },
  // Most of its tests wait for a broker or a database, so one more test file runs at the same time than there are cores.
  integration: { jest: ['--maxWorkers', String(availableParallelism() + 1)] },
  unit: { jest: [] },
  chart: { jest: [] },
  // Its tests kill services that they share, so they run one at a time.
  e2e: { jest: ['--runInBand'], stack: true },
  description: { jest: ['--runInBand'] },
  chaos: { jest: ['--runInBand'], stack: true, full: true },
  containers: { jest: ['--runInBand'], stack: true, full: true },
};
const sets = {
  usual: Object.keys(stages).filter((name) => !stages[name].full),
  all: Object.keys(stages),
};
/**
 * The number of slowest tests to print if several stages ran, and the minimum duration of a printed test
 * (milliseconds).
 */
const SLOWEST = 30;
const SLOW_MS = 1_000;
/**
 * The time limit for a stage after Jest has written its report, in case a test left something running (milliseconds).
 */
const LINGER_MS = 60_000;
/** The requirements for running two stages at the same time. On smaller machines, stages run one after the other. */
const CORES = 2;
const MEMORY_BYTES = 12e9;

const [named, passedOn] = split(process.argv.slice(2));

requireNode();
await prepare();
mkdirSync(results, { recursive: true });
/** The temporary folder of tests, which is removed at the end. Programs of other users can read it. */
const temporary = mkdtempSync(join(tmpdir(), 'carillon-test-'));
chmodSync(temporary, 0o755);
const total = { passed: 0, failed: 0 };
const ran = [];
/** The signal that stopped this process. */
let stopped = null;
/** The stages that have not started, in order. */
const pending = named.length > 0 ? named : [...sets.usual];
const atOnce = Math.min(new Set(pending.map((name) => stages[name].stack || name)).size, mostAtOnce());
/**
 * With two stages at the same time, their lines would mix. Each stage then writes to a log, which is shown when the
 * stage ends.
 */
const isLive = atOnce === 1;
let isStackBusy = false;
await Promise.all(Array.from({ length: atOnce }, runPending));
if (stopped) process.stdout.write(`\nstopped by ${stopped}\n`);
rmSync(temporary, { recursive: true, force: true });
if (ran.length > 1) process.stdout.write(whereTimeWent());
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(stopped || total.failed > 0 ? 1 : 0);

/** In `npm test -- unit libs/content`, the names of stages and sets come first. Jest gets the remaining arguments. */
function split(words) {
  const isName = (word) => Object.hasOwn(stages, word) || Object.hasOwn(sets, word);
  const first = words.findIndex((word) => !isName(word));
  const names = first < 0 ? words : words.slice(0, first);
  const chosen = [...new Set(names.flatMap((name) => sets[name] ?? [name]))];
  return [chosen, first < 0 ? [] : words.slice(first)];
}

/** The number of stages that run at the same time: one on a small machine, or if the stages must share servers. */
function mostAtOnce() {
  const { AMQP_URL, MONGO_URL } = process.env;
  return AMQP_URL || MONGO_URL || availableParallelism() < CORES || totalmem() < MEMORY_BYTES ? 1 : 2;
}

async function runPending() {
  for (let name = nextStage(); name !== null && !stopped; name = nextStage()) {
    const { stack = false } = stages[name];
    isStackBusy ||= stack;
    const { passed, failed } = await runStage(name, stages[name]);
    if (stack) isStackBusy = false;
    total.passed += passed;
    total.failed += failed;
  }
}

/** The next stage to start: first a stage with a stack, because it takes longest. Null if no stage may start. */
function nextStage() {
  const ready = pending.filter((name) => !(stages[name].stack && isStackBusy));
  const next = (isLive ? undefined : ready.find((name) => stages[name].stack)) ?? ready[0] ?? null;
  if (next !== null) pending.splice(pending.indexOf(next), 1);
  return next;
}

async function runStage(name, { command, jest, node: options = [] }) {
  const begin = Date.now();
  const report = join(results, `${name}.json`);
  const log = isLive ? null : join(results, `${name}.log`);
  process.stdout.write(isLive ? `\n> ${name}\n` : `  · ${name.padEnd(17)}          ${relative(root, log)}\n`);
  const args = command
    ? [...options, bin(command[0]), ...command.slice(1)]
    : [
        bin('jest'),
        '--selectProjects',
        name,
        '--cacheDirectory',
        join(tmpdir(), 'carillon-jest'),
        '--json',
        '--outputFile',
        report,
        ...jest,
        '--',
        ...passedOn,
      ];
  const code = await run(args, log, jest ? () => isWritten(report, begin) : () => false);
  const reported = jest ? readReport(report, begin) : null;
  const { passed, failed } = jest ? countTests(reported) : { passed: code === 0 ? 1 : 0, failed: 0 };
  // A run with a non-zero exit code has failed even if no test failed.
  const outcome = { passed, failed: code === 0 ? failed : Math.max(1, failed) };
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  ran.push({ name, seconds, tests: testsOf(name, reported) });
  const summary = `${name}: ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s\n`;
  process.stdout.write(isLive ? summary : `\n> ${name}\n${readFileSync(log, 'utf8')}${summary}`);
  return outcome;
}

/** Jest's report on this run, or null if it is missing. */
function readReport(report, begin) {
  try {
    const reported = JSON.parse(readFileSync(report, 'utf8'));
    return reported.startTime >= begin ? reported : null;
  } catch {
    return null;
  }
}

/** Jest's own count. A file that cannot run counts as one failure, and so does a run without a report. */
function countTests(reported) {
  if (reported === null) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = reported;
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

/** The duration of each stage in seconds, and the slowest tests of all stages. */
function whereTimeWent() {
  const slow = ran.flatMap(({ tests }) => tests).filter(({ duration }) => duration >= SLOW_MS);
  const slowest = slow.sort((a, b) => b.duration - a.duration).slice(0, SLOWEST);
  const lines = slowest.map(
    ({ duration, stage, file, title }) =>
      `${(duration / 1000).toFixed(1).padStart(7)} s  ${stage}  ${file}  ${title}`,
  );
  const byStage = ran.map(({ name, seconds }) => `${seconds.padStart(7)} s  ${name}`);
  const tail = lines.length > 0 ? ['', 'Slowest tests', ...lines] : [];
  return ['', 'Seconds by stage', ...byStage, ...tail, ''].join('\n');
}

function testsOf(stage, reported) {
  return (reported?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ duration, fullName }) => ({
      stage,
      file: relative(root, name),
      title: fullName,
      duration: duration ?? 0,
    })),
  );
}

function isWritten(report, begin) {
  return (statSync(report, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= begin;
}

/**
 * Runs a script on the project's Node. Its output goes to the log, or to the terminal if the log is null. Resolves
 * with the exit code, or with null if a signal ended the script. Ends a script that is still running LINGER_MS after
 * `isDone`.
 */
function run(args, log, isDone) {
  const env = {
    ...process.env,
    PATH: `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    TMPDIR: temporary,
    NODE_OPTIONS: jestNodeOptions,
  };
  const shown = log === null ? 'inherit' : openSync(log, 'w');
  return new Promise((done) => {
    // Use a separate process group, so that a signal also reaches Jest's workers, which outlive Jest while they are
    // busy.
    const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', shown, shown], detached: true });
    const signalAll = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    };
    let doneAt = null;
    const watch = setInterval(() => {
      if (isDone()) doneAt ??= Date.now();
      if (doneAt === null || Date.now() - doneAt < LINGER_MS) return;
      clearInterval(watch);
      const reason = `\nEnded: it was still running ${LINGER_MS / 1000} s after its last test\n`;
      writeSync(log === null ? process.stdout.fd : shown, reason);
      signalAll('SIGKILL');
    }, 1_000);
    const passOn = (signal) => {
      stopped = signal;
      signalAll(signal);
    };
    for (const signal of signals) process.on(signal, passOn);
    child.once('error', () => done(null));
    child.once('exit', (code) => {
      clearInterval(watch);
      if (log !== null) closeSync(shown);
      for (const signal of signals) process.off(signal, passOn);
      done(code);
    });
  });
}
