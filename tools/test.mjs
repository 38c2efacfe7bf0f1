/**
 * The entry point of `npm test`, on any Node of the machine: packages and build, then every check on the project's own
 * Node. `npm test -- unit` runs only the named stages. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fail, node, prepare, requireNode, root, signals } from './prepare.mjs';

const results = join(root, '.carillon', 'results');
const bin = (name) => join(root, 'node_modules', '.bin', name);

/**
 * A stage is one check, or a run of Jest, which counts its tests. End-to-end tests kill services, so they run one at a
 * time.
 */
const stages = {
  lint: { command: ['eslint', '.', '--max-warnings', '0'] },
  format: { command: ['prettier', '--check', '.', '--log-level', 'warn'] },
  layout: {
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'clients', 'tools', 'dev'],
  },
  folders: { command: ['depcruise', '--config', '.dependency-cruiser.folders.cjs', 'apps'] },
  types: { command: ['tsc', '--noEmit'] },
  unit: { jest: [] },
  chart: { jest: [] },
  integration: { jest: [] },
  e2e: { jest: ['--runInBand'] },
  description: { jest: ['--runInBand'] },
  chaos: { jest: ['--runInBand'] },
};

const [named, passedOn] = split(process.argv.slice(2));
const unknown = named.filter((name) => !(name in stages));
if (unknown.length > 0) fail(`Unknown: ${unknown.join(' ')}. Stages: ${Object.keys(stages).join(', ')}`, 2);

requireNode();
await prepare();
mkdirSync(results, { recursive: true });
/** For what tests write: it is removed with whatever they leave. Programs of other users may look into it. */
const temporary = mkdtempSync(join(tmpdir(), 'carillon-test-'));
chmodSync(temporary, 0o755);
const total = { passed: 0, failed: 0 };
/** The signal that told this process to stop. */
let stopped = null;
for (const name of named.length > 0 ? named : Object.keys(stages)) {
  const { passed, failed } = await runStage(name, stages[name]);
  total.passed += passed;
  total.failed += failed;
  if (stopped) {
    process.stdout.write(`\nstopped by ${stopped}\n`);
    break;
  }
}
rmSync(temporary, { recursive: true, force: true });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(stopped || total.failed > 0 ? 1 : 0);

/** `npm test -- unit libs/content`: names of stages come first, the rest is for Jest. */
function split(words) {
  const first = words.findIndex((word) => !(word in stages));
  return first < 0 ? [words, []] : [words.slice(0, first), words.slice(first)];
}

async function runStage(name, { command, jest }) {
  const begin = Date.now();
  process.stdout.write(`\n> ${name}\n`);
  const report = join(results, `${name}.json`);
  const code = command
    ? await run([bin(command[0]), ...command.slice(1)])
    : await run([
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
      ]);
  const { passed, failed } = jest ? countTests(report, begin) : { passed: code === 0 ? 1 : 0, failed: 0 };
  // A run with a non-zero exit code has failed even if no test failed.
  const outcome = { passed, failed: code === 0 ? failed : Math.max(1, failed) };
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  process.stdout.write(`${name}: ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s\n`);
  return outcome;
}

/** Jest's own count. A file that cannot run is one failure, and so is a run without a report. */
function countTests(report, begin) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, startTime } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    if (startTime >= begin)
      return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  } catch {
    // There is no report.
  }
  return { passed: 0, failed: 1 };
}

/** Runs a script on the project's Node; resolves to its exit code, or null if a signal ended it. */
function run(args) {
  const env = {
    ...process.env,
    PATH: `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    TMPDIR: temporary,
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
  };
  return new Promise((done) => {
    const child = spawn(node, args, { cwd: root, env, stdio: 'inherit' });
    const passOn = (signal) => {
      stopped = signal;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, passOn);
    child.once('error', () => done(null));
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, passOn);
      done(code);
    });
  });
}
