import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Lock, storageOf, tryLock } from '@carillon/local-services';
import { Folder, OrphanedProcesses, endLeftovers, readStackUrls, removeStackFile } from '@carillon/stack';
import { Compose } from './compose';
import { stopRequested } from './interrupt';
import { Launch } from './launch';
import { Terminal } from './terminal';

/**
 * The process behind `npm start`, which runs after packages are installed and the build exists. Runs in the folder of
 * the checkout.
 */
async function main(root: string, flags: ReadonlySet<string>): Promise<number> {
  const home = join(root, '.carillon');
  const folder = new Folder(process.env.CARILLON_FOLDER ?? home, join(home, 'programs'));
  // The terminal was closed; the stack stops.
  process.stdout.on('error', () => undefined);
  const terminal = new Terminal((text) => process.stdout.write(text));
  await mkdir(folder.path, { recursive: true, mode: 0o700 });
  const lock = await tryLock(folder.lock);
  if (!lock) {
    terminal.line(alreadyRunning(folder));
    return 1;
  }
  const leftovers = await endLeftovers(folder.orphans, process.env);
  removeStackFile(folder.stackFile);
  if (leftovers > 0) terminal.note('launcher', `ended ${leftovers} processes that a killed start had left`);
  if (flags.has('--end-leftovers')) {
    await lock.release();
    return 0;
  }
  if (flags.has('--reset')) await reset(folder, terminal);
  return run(root, folder, terminal, lock);
}

async function run(root: string, folder: Folder, terminal: Terminal, lock: Lock): Promise<number> {
  const orphans = new OrphanedProcesses(folder.orphans);
  const launch = new Launch({ root, folder, environment: process.env, terminal, orphans });
  const stop = stopRequested(() => {
    terminal.line('Ended at once.');
    removeStackFile(folder.stackFile);
    orphans.killAll();
    process.exit(130);
  });
  const started = launch.start().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const stopped = stop.then(() => 'stopped' as const);
  const failure = await Promise.race([started, stopped]);
  if (failure === null) await stopped;
  removeStackFile(folder.stackFile);
  terminal.line();
  if (failure === null || failure === 'stopped') terminal.line('Stopping.');
  else terminal.failed('launcher', failure);
  await launch.stop();
  await lock.release();
  return failure === null || failure === 'stopped' ? 0 : 1;
}

/** Removes all data, except that of a database that MONGO_URL names. */
async function reset(folder: Folder, terminal: Terminal): Promise<void> {
  const given = Boolean(process.env.MONGO_URL);
  const kept = await Promise.all([folder.broker, folder.database].map(storageOf));
  const removed = new Compose(folder.path).removeData(process.env);
  // Remove this data first. If the removal fails, the reset ends here: with new secrets, the remaining data in a
  // Docker volume would be unreadable.
  await (kept.includes('compose volume') ? removed : removed.catch(() => undefined));
  await folder.removeData({ keepSecrets: given });
  terminal.note('reset', 'removed the data of earlier starts');
  if (given) terminal.note('reset', 'MONGO_URL is set, so its databases and the secrets stay as they are');
}

function alreadyRunning(folder: Folder): string {
  const urls = readStackUrls(folder.stackFile);
  if (!urls) return 'Another `npm start` is starting or stopping Carillon in this checkout.';
  return `Carillon is running here already: gateway ${urls.gatewayUrl}, inbox ${urls.inboxUrl}`;
}

void main(process.cwd(), new Set(process.argv.slice(2))).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
