import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../driver/api';
import { type Fixture, must } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { byMail, bySms } from '../driver/sender';
import { nameOf } from '../evidence/evidence';
import { readReport } from '../evidence/gather';
import { entriesOf, readBatches, readRecipientPages } from '../evidence/ledger';
import type { Rig } from '../rig/rig';
import type { Scenario } from '../run/play';

const PREFIX = 'carillon_';
/** The number of people by SMS. */
const FEW = 10;
/**
 * The time that the mail server takes to confirm an email, so that the backup is made during sending (milliseconds).
 */
const UNHURRIED_MS = 100;
/** The time limit for started services to respond (seconds). */
const READY_S = 60;

/**
 * Everything is lost except a backup that was made while a campaign was being sent. Restored campaigns are PAUSED.
 * When a campaign is resumed, recipients that are SENT in the backup receive no second message, and no recipient is
 * missed.
 */
async function restoreInMidCampaign(fixture: Fixture): Promise<void> {
  const { fleet, rig, sender, size } = fixture;
  const place = await mkdtemp(join(tmpdir(), 'carillon-backup-'));
  const folder = join(place, 'backup');
  try {
    sender.mail.latencyMs = UNHURRIED_MS;
    // Without SMS workers, the campaign cannot end before the backup is made, however long that takes.
    await Promise.all(fleet.of('sms-worker').map((copy) => copy.down()));
    const mailing = await fixture.mailTo([...byMail(size), ...bySms(FEW)]);
    await mailing.reaches(size / 4);
    await backup(rig, 'make', folder);
    await Promise.all(fleet.copies.map((copy) => copy.down()));
    await loseEverything(rig);
    await backup(rig, 'restore', folder);
    const known = await sentTo(rig, mailing.campaign);
    await Promise.all(fleet.copies.map((copy) => copy.start()));
    const report = await until('a report', READY_S, () =>
      readReport(mailing.campaign, sender.user.key).catch(() => null),
    );
    if (report.status !== 'PAUSED') mailing.judge([`the campaign is ${report.status}, not PAUSED`]);
    await must(fixture, 200, 'POST', `/campaigns/${mailing.campaign}/resume`);
    await mailing.ends();
    mailing.judge(judge(mailing, known));
  } finally {
    const down = fleet.copies.filter(({ pid }) => pid === undefined);
    await Promise.all(down.map((copy) => copy.start()));
    await rm(place, { recursive: true, force: true });
  }
}

function judge({ recorded, members }: Mailing, known: ReadonlySet<string>): string[] {
  const times = new Map<string, number>();
  for (const name of recorded.map(nameOf)) times.set(name, (times.get(name) ?? 0) + 1);
  const missed = members.map(nameOf).filter((name) => !times.has(name));
  const again = [...known].filter((name) => (times.get(name) ?? 0) > 1);
  return [
    ...(known.size === 0 ? ['the backup knows of nobody who was sent to'] : []),
    ...(missed.length > 0 ? [`${missed.length} got nothing`] : []),
    ...(again.length > 0 ? [`${again.length} got it again, though the backup knew that they had it`] : []),
  ];
}

/** The recipients that are SENT in the restored ledger. */
async function sentTo({ parts }: Rig, campaign: string): Promise<Set<string>> {
  const dispatcher = parts.database.db(`${PREFIX}dispatcher`);
  const addressOf = await readRecipientPages(dispatcher, campaign);
  const entries = entriesOf(await readBatches(dispatcher, campaign), addressOf);
  return new Set(entries.filter(({ state }) => state === 'SENT').map(nameOf));
}

async function loseEverything({ parts: { database, queues } }: Rig): Promise<void> {
  const { databases } = await database.db('admin').admin().listDatabases({ nameOnly: true });
  const ours = databases.filter(({ name }) => name.startsWith(PREFIX));
  await Promise.all(ours.map(({ name }) => database.db(name).dropDatabase()));
  const named = (await queues.all()).filter(({ name }) => !name.startsWith('amq.'));
  // A command queue is deleted with its last consumer, possibly between listing and deletion.
  await Promise.all(named.map(({ name }) => queues.delete(name).catch(() => undefined)));
}

/** Runs `npm run backup` as an operator does. */
async function backup({ parts }: Rig, action: string, folder: string): Promise<void> {
  const program = join('dist', 'tools', 'backup', 'main.js');
  const environment = { ...process.env, NODE_OPTIONS: '', NODE_CHANNEL_FD: undefined };
  const mongoUrl = parts.testServices.database.running.mongoUrl;
  await promisify(execFile)(process.execPath, [program, action, folder], {
    env: { ...environment, MONGO_URL: mongoUrl, DATABASE_PREFIX: PREFIX },
  });
}

export const restoring: readonly Scenario[] = [
  { name: 'lose everything except a backup made during a campaign', short: true, play: restoreInMidCampaign },
];
