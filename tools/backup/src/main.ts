import type { mongo } from 'mongoose';
import { connect, findDatabase, reasonOf } from './database';
import { holdCampaigns } from './hold-campaigns';
import { makeBackup } from './make-backup';
import type { Manifest } from './manifest';
import { checkBackup, restoreBackup } from './restore-backup';

const USAGE = `A backup of all data, made while the stack runs, and the way back.

  npm run backup -- make <folder>      copy everything into a new folder, as it is at one moment
  npm run backup -- check <folder>     read a backup, and check that it is complete
  npm run backup -- restore <folder>   write it into an empty database while no service runs, and hold campaigns
  npm run backup -- hold               hold campaigns, if a restore was broken off: those that were under way are
                                       PAUSED, those that were SCHEDULED are drafts

  Database:  MONGO_URL (or MONGO_URL_FILE) and DATABASE_PREFIX, else the stack that runs here (.carillon/stack.json)

A backup has the addresses of people and sealed credentials, but not the keys of the vault and of the links: keep
those elsewhere. Nothing opens the credentials without them.
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function main([action, folder, ...more]: string[]): Promise<number> {
  if (action === '--help') {
    print(USAGE);
    return 0;
  }
  const isHold = action === 'hold' && folder === undefined;
  if (
    !isHold &&
    (folder === undefined || more.length > 0 || !['make', 'check', 'restore'].includes(action ?? ''))
  ) {
    process.stderr.write(USAGE);
    return 2;
  }
  if (action === 'check' && folder !== undefined) {
    print(`${summaryOf(await checkBackup(folder))}: complete`);
    return 0;
  }
  const prefix = process.env.DATABASE_PREFIX ?? 'carillon_';
  const client = await connect(await findDatabase());
  try {
    if (folder === undefined) await hold(client, prefix);
    else if (action === 'make') print(summaryOf(await makeBackup(client, prefix, folder)));
    else await restore(client, prefix, folder);
  } finally {
    await client.close();
  }
  return 0;
}

async function restore(client: mongo.MongoClient, prefix: string, folder: string): Promise<void> {
  print(summaryOf(await restoreBackup(client, prefix, folder)));
  await hold(client, prefix).catch((error: unknown) => {
    const advice = 'Campaigns are not paused yet. Run `npm run backup -- hold` before you start a service';
    throw new Error(advice, { cause: error });
  });
}

async function hold(client: mongo.MongoClient, prefix: string): Promise<void> {
  const { paused, unscheduled, ended } = await holdCampaigns(client, prefix);
  if (paused === 0) print('No campaign was running.');
  else {
    print(`Paused ${paused} running campaigns. Their deliveries after the backup are unknown:`);
    print('resumed campaigns can reach recipients again. Resume or cancel each of them.');
  }
  if (unscheduled > 0)
    print(`Returned ${unscheduled} SCHEDULED campaigns to draft. They may have been sent since.`);
  if (ended > 0) print(`Set ${ended} campaigns to SENT that had just ended or been retried.`);
}

function summaryOf({ madeAt, collections }: Manifest): string {
  const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
  return `${documents} documents in ${collections.length} collections, as of ${madeAt}`;
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  },
);
