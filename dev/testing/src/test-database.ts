import { randomBytes } from 'node:crypto';
import type { Service } from '@carillon/contracts';
import type { Db, MongoClient } from 'mongodb';
import { mongo } from 'mongoose';
import { required } from './required-variable';

/** Gives a spec file a separate database on the test run's server. Call it in beforeAll, and `drop` in afterAll. */
export async function testDatabase(mongoUrl = required('MONGO_URL')): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = await new mongo.MongoClient(mongoUrl, { serverSelectionTimeoutMS: 60_000 }).connect();
  return new TestDatabase(mongoUrl, name, client);
}

export class TestDatabase {
  /** An open connection for inspecting the stored data. */
  readonly db: Db;

  constructor(
    /** The URL of the server, for a service's MONGO_URL. */
    readonly mongoUrl: string,
    /** The name of a database that only this test uses. All names with this prefix also belong to the test. */
    readonly name: string,
    private readonly client: MongoClient,
  ) {
    this.db = client.db(name);
  }

  /** Returns the database of a service that uses this name as its prefix. */
  of(service: Service): Db {
    return this.client.db(`${this.name}_${service}`);
  }

  /** Drops every database whose name begins with this name, and closes the connection. */
  async drop(): Promise<void> {
    const { databases } = await this.client.db('admin').admin().listDatabases({ nameOnly: true });
    const own = databases.filter(({ name }) => name.startsWith(this.name));
    await Promise.all(own.map(({ name }) => this.client.db(name).dropDatabase()));
    await this.client.close();
  }
}
