import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { addressKey } from './address';

const FILE = 'messages.db';
/** SQLite's codes of a damaged file: SQLITE_CORRUPT, SQLITE_NOTADB. Extended codes have the same low byte. */
const DAMAGED = [11, 26];

/**
 * Writes reach the operating system. They survive any end of this process, but not a power cut, so nothing is flushed
 * to the disk. Only one sandbox at a time opens the file.
 */
const SETTINGS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = OFF;
  PRAGMA temp_store = MEMORY;
`;

/**
 * The disk stores one row per arrival, whose ID is the number of its last message, and the number through which
 * `clear` has deleted. Memory stores one row per message, so that an index costs no disk writes.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS arrivals (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipients TEXT NOT NULL,
    sid TEXT,
    account TEXT,
    url TEXT,
    isReply INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS cleared (only INTEGER PRIMARY KEY, through INTEGER NOT NULL) STRICT;
  CREATE TEMP TABLE messages (
    seq INTEGER PRIMARY KEY,
    arrival INTEGER NOT NULL,
    at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    recipient TEXT NOT NULL,
    -- The key of the recipient.
    recipientKey TEXT NOT NULL,
    sender TEXT NOT NULL,
    isReply INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX temp.messagesByRecipient ON messages (recipientKey, seq);
`;

interface Opened {
  readonly database: DatabaseSync;
  readonly sql: Statements;
  /** Whether the file could not be read. It was then set aside and replaced with a new file. */
  readonly wasDamaged: boolean;
}

/**
 * Opens the file of messages, and creates it if it is missing.
 * @throws Error if another process has opened the file
 */
export function openDatabase(directory: string): Opened {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, FILE);
  try {
    return { ...opened(file), wasDamaged: false };
  } catch (error) {
    if (!DAMAGED.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)) throw error;
    renameSync(file, `${file}.damaged`);
    for (const more of ['-wal', '-shm']) rmSync(file + more, { force: true });
    return { ...opened(file), wasDamaged: true };
  }
}

function opened(file: string): Omit<Opened, 'wasDamaged'> {
  const database = new DatabaseSync(file);
  try {
    database.exec(SETTINGS);
    database.function('addressKey', { deterministic: true }, (address) => addressKey(String(address)));
    database.exec(SCHEMA);
    const sql = prepared(database);
    sql.remember.run(0);
    return { database, sql };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The maximum number of messages that are searched for the newest conversations. */
const LOOKED_THROUGH = 1_000;

const ENTRY = 'seq, arrival, at, channel, recipient AS "to", sender, isReply';

/** The queries of the store. */
const statements = {
  begin: 'BEGIN',
  commit: 'COMMIT',
  write: 'INSERT INTO arrivals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  remember: `INSERT INTO messages
    SELECT a.id - json_array_length(a.recipients) + r.key + 1, a.id, a.at, a.channel, r.value, addressKey(r.value),
      a.sender, a.isReply
    FROM arrivals a, json_each(a.recipients) r WHERE a.id > ?`,
  forget: 'DELETE FROM messages WHERE seq <= ?',
  remove: 'DELETE FROM arrivals WHERE id <= ? RETURNING length(body) AS bytes',
  oldest: 'SELECT min(id) AS id FROM arrivals',
  noteCleared: 'REPLACE INTO cleared VALUES (1, ?)',
  count: `SELECT
    max(coalesce((SELECT max(id) FROM arrivals), 0), coalesce((SELECT max(through) FROM cleared), 0)) AS newest,
    (SELECT count(*) FROM messages) AS size,
    (SELECT coalesce(sum(length(body)), 0) FROM arrivals) AS bytes`,
  list: `SELECT ${ENTRY} FROM messages
    WHERE seq < :before AND (:channel IS NULL OR channel = :channel) AND instr(recipientKey, :part) > 0
    ORDER BY seq DESC LIMIT :limit`,
  addressedTo: `SELECT ${ENTRY} FROM messages WHERE recipientKey = ? ORDER BY seq DESC LIMIT ?`,
  find: `SELECT ${ENTRY} FROM messages WHERE seq = ?`,
  conversation: `SELECT ${ENTRY} FROM messages
    WHERE channel = :channel AND (
      recipientKey = :person AND sender = :sender AND NOT isReply
      OR recipientKey = :sender AND sender = :person AND isReply
    )
    ORDER BY seq DESC LIMIT :limit`,
  conversations: `SELECT person, number FROM (
      SELECT seq, iif(isReply, sender, recipient) AS person, iif(isReply, recipient, sender) AS number
      FROM messages WHERE channel = :channel AND instr(person, :part) > 0
      ORDER BY seq DESC LIMIT ${LOOKED_THROUGH}
    ) GROUP BY person, number ORDER BY max(seq) DESC LIMIT :limit`,
  recipients: 'SELECT recipientKey AS "to", count(*) AS count FROM messages GROUP BY recipientKey',
  channels: 'SELECT channel, count(*) AS count FROM messages GROUP BY channel',
  read: 'SELECT sender, sid, account, url, substr(body, 1, ?) AS body FROM arrivals WHERE id = ?',
};

/** The queries, each compiled once. */
export type Statements = Readonly<Record<keyof typeof statements, StatementSync>>;

function prepared(database: DatabaseSync): Statements {
  const each = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)]);
  return Object.fromEntries(each) as Statements;
}
