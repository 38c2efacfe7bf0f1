/**
 * The entry point of `npm run bench -- <benchmark>`: runs a benchmark of dev/bench or, without a name, most of them.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './prepare.mjs';
import { runProgram } from './run-program.mjs';

const folder = join(root, 'dev', 'bench');
const benchmarks = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.ts')));

const [name = 'all', ...args] = process.argv.slice(2);
if (!benchmarks.includes(name))
  fail(`Usage: npm run bench -- [benchmark] [arguments]. Benchmarks: ${benchmarks.join(', ')}`, 2);
await runProgram(`dev/bench/${name}/main`, args);
