import type { MongoClient } from 'mongodb';
import { mongo } from 'mongoose';
import { untilTrue } from '../processes/server-process';

const PRIMARY_MS = 60_000;

/**
 * Makes a server at this port of this machine, started with `--replSet rs0`, the writable, only member of its set, at
 * an address that the server can reach itself by. Rejects when it does not become writable within a minute.
 */
export async function becomePrimary(
  port: number,
  address = `127.0.0.1:${port}`,
  signal?: AbortSignal,
): Promise<void> {
  let reason = '';
  const isPrimary = (): Promise<boolean> =>
    directly(port, async (client) => {
      const admin = client.db('admin');
      const { setName, isWritablePrimary } = await admin.command({ hello: 1 });
      const members = [{ _id: 0, host: address }];
      if (setName === undefined) await admin.command({ replSetInitiate: { _id: 'rs0', members } });
      return isWritablePrimary === true;
    }).catch((error: unknown) => {
      reason = String(error);
      return false;
    });
  if (await untilTrue(isPrimary, PRIMARY_MS, signal)) return;
  signal?.throwIfAborted();
  throw new Error(`the database on port ${port} did not become writable: ${reason}`);
}

/** Writes into the set's stored configuration that it is at this port. The server must run without `--replSet`. */
export async function changeAddress(port: number): Promise<void> {
  await directly(port, async (client) => {
    const stored = client.db('local').collection('system.replset');
    await stored.updateOne({}, { $set: { 'members.0.host': `127.0.0.1:${port}` }, $inc: { version: 1 } });
  });
}

/** A client each time: one that found nobody is of no use any more. */
async function directly<T>(port: number, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 2_000,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
