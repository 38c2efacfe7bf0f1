import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretText } from '@carillon/platform';
import { mongo } from 'mongoose';

const CONNECT_MS = 10_000;

/** The database in MONGO_URL, or else of the stack that runs in this folder. @throws Error if neither exists */
export async function findDatabase(): Promise<string> {
  const given = secretText('MONGO_URL', process.env);
  if (given !== undefined) return given;
  const file = join(process.cwd(), '.carillon', 'stack.json');
  const stack = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as { mongoUrl?: unknown },
    () => null,
  );
  if (typeof stack?.mongoUrl === 'string') return stack.mongoUrl;
  throw new Error('No database. Set MONGO_URL, or run this command in the folder of the running stack');
}

/** @throws Error if the database does not respond in time (milliseconds) or denies access */
export async function connect(url: string, timeoutMs = CONNECT_MS): Promise<mongo.MongoClient> {
  const client = new mongo.MongoClient(url, { serverSelectionTimeoutMS: timeoutMs });
  try {
    return await client.connect();
  } catch (error) {
    await client.close();
    throw new Error('The database in MONGO_URL is unavailable', { cause: error });
  }
}

/** The message of an error and of its cause. A driver has already included deeper causes. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const behind = error.cause instanceof Error ? error.cause.message : '';
  return error.message.includes(behind) ? error.message : `${error.message}: ${behind}`;
}
