/**
 * Prints what one, ten and a hundred million recipients a day need, from what `npm run bench -- costs` measured: docs/scaling.md
 * has the same tables. `npm run bench -- simulation FILE` reads other results.
 */
import { join } from 'node:path';
import { readCosts } from './costs';
import { tablesOf } from './tables';

const [file = join('dev', 'bench', 'results', 'costs.json')] = process.argv.slice(2);
process.stdout.write(`${tablesOf(readCosts(file))}\n`);
