/**
 * Prints the resources for one, ten, and a hundred million recipients per day, from the results of `npm run bench --
 * costs`. docs/scaling.md contains the same tables. `npm run bench -- simulation FILE` reads other results.
 */
import { join } from 'node:path';
import { readCosts } from './costs';
import { tablesOf } from './tables';

const [file = join('dev', 'bench', 'results', 'costs.json')] = process.argv.slice(2);
process.stdout.write(`${tablesOf(readCosts(file))}\n`);
