/**
 * Runs all benchmarks that store results, one after the other, in about half an hour. Writes a JSON file for each
 * benchmark, a table of all results, and a chart. `npm run bench -- all http import` runs only the named benchmarks.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../print';
import type { ResultsFile } from '../results';
import { chartOf } from './chart';
import { tableOf } from './table';

const FOLDER = join('dev', 'bench', 'results');

const benches: Readonly<Record<string, readonly string[]>> = {
  dispatch: ['50000', '--runs', '5'],
  scale: ['1000', '10000', '100000'],
  fairness: ['50000', '--runs', '5'],
  memory: ['10000', '100000'],
  http: ['--seconds', '4', '--rounds', '3'],
  import: ['200000', '--runs', '3'],
  copies: ['--runs', '3', '--seconds', '10'],
  waiting: ['2000', '50', '--runs', '5'],
  costs: ['100000', '--runs', '3'],
};

/** Returns the exit code. */
async function run(bench: string): Promise<number | null> {
  print(`\n${bench}`);
  const program = join('dist', 'dev', 'bench', bench, 'main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...(benches[bench] ?? [])], {
    env: { ...process.env, BENCH_RESULTS: FOLDER },
    stdio: 'inherit',
  });
  // The benchmark stops its own stack and exits. In a terminal, Ctrl-C also reaches it directly.
  const forward = (signal: NodeJS.Signals): boolean => child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGTERM', forward).off('SIGINT', forward);
  return code;
}

function readResults(bench: string): ResultsFile[] {
  try {
    return [JSON.parse(readFileSync(join(FOLDER, `${bench}.json`), 'utf8')) as ResultsFile];
  } catch {
    return [];
  }
}

async function main(named: readonly string[]): Promise<void> {
  const unknown = named.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(' ')}. Benchmarks: ${Object.keys(benches).join(' ')}\n`);
    process.exitCode = 2;
    return;
  }
  for (const bench of named.length > 0 ? named : Object.keys(benches)) {
    const code = await run(bench);
    if (code === 0) continue;
    process.exitCode = 1;
    return;
  }
  const all = Object.keys(benches).flatMap(readResults);
  writeFileSync(join(FOLDER, 'README.md'), tableOf(all));
  const dispatch = all.find(({ bench }) => bench === 'dispatch');
  if (dispatch) writeFileSync(join(FOLDER, 'speed.svg'), chartOf(dispatch));
  print(`\nWritten to ${FOLDER}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
