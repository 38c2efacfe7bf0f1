/** Runs a built program on the project's Node: `node tools/run.mjs tools/dead-letters/main list`. */
import { fail } from './prepare.mjs';
import { runProgram } from './run-program.mjs';

const [name, ...args] = process.argv.slice(2);
if (!name) fail('Usage: node tools/run.mjs <file below dist> [arguments]', 2);
await runProgram(name, args);
