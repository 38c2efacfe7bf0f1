import { MongoClient, MongoServerError } from 'mongodb';
import { untilTrue } from '../processes/until-ready';

const NOT_YET_INITIALIZED = 94;
const INVALID_REPLICA_SET_CONFIG = 93;
const PRIMARY_MS = 30_000;

/**
 * Makes a server started with `--replSet rs0` the writable, only member of its set at this port: initiates the set
 * the first time, and moves it where its data was last used at another port. Rejects when it does not become writable.
 */
export async function becomePrimary(port: number): Promise<void> {
  const client = connectDirectly(port);
  try {
    await configure(client, `127.0.0.1:${port}`);
    const writable = await untilTrue(() => isWritable(client), PRIMARY_MS);
    if (!writable) throw new Error(`the database on port ${port} did not become writable`);
  } finally {
    await client.close();
  }
}

/** Writes into the set's stored configuration that it is at this port. The server must run without `--replSet`. */
export async function changeAddress(port: number): Promise<void> {
  const client = connectDirectly(port);
  try {
    const stored = client.db('local').collection('system.replset');
    await stored.updateOne({}, { $set: { 'members.0.host': `127.0.0.1:${port}` }, $inc: { version: 1 } });
  } finally {
    await client.close();
  }
}

function connectDirectly(port: number): MongoClient {
  return new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 2_000,
  });
}

async function configure(client: MongoClient, host: string): Promise<void> {
  const admin = client.db('admin');
  try {
    await admin.command({ replSetGetStatus: 1 });
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    if (error.code === NOT_YET_INITIALIZED) {
      await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
    } else if (error.code === INVALID_REPLICA_SET_CONFIG) {
      await moveTo(client, host);
    } else {
      throw error;
    }
  }
}

async function moveTo(client: MongoClient, host: string): Promise<void> {
  const stored = await client.db('local').collection('system.replset').findOne({});
  const version: unknown = stored?.version;
  await client.db('admin').command({
    replSetReconfig: {
      _id: 'rs0',
      version: (typeof version === 'number' ? version : 1) + 1,
      members: [{ _id: 0, host }],
    },
    force: true,
  });
}

async function isWritable(client: MongoClient): Promise<boolean> {
  const hello = await client
    .db('admin')
    .command({ hello: 1 })
    .catch(() => ({ isWritablePrimary: false }));
  return hello.isWritablePrimary === true;
}
