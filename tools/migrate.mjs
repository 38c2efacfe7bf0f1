/**
 * Migrates the database of each service, one after the other. `npm run migrate -- dispatcher` migrates only the
 * databases of the named services. MONGO_URL and DATABASE_PREFIX select the databases. The exit code is 1 if a
 * migration failed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, node, prepare, requireNode, root } from './prepare.mjs';

/** The services that have a database. An upgrade begins with the services that others call. */
const services = ['account', 'subscriber', 'campaign', 'dispatcher', 'gateway', 'webhook-worker'];

const named = process.argv.slice(2);
const unknown = named.filter((name) => !services.includes(name));
if (unknown.length > 0)
  fail(`There is no database of ${unknown.join(', ')}; there are ${services.join(', ')}`, 2);
requireNode();
await prepare();
for (const service of services.filter((name) => named.length === 0 || named.includes(name))) {
  const program = join(root, 'dist', 'apps', service, 'main.js');
  const { status } = spawnSync(node, ['--enable-source-maps', program, 'migrate'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}
