import type { Service } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Collection, Db } from 'mongodb';
import { OtherServices, startTestService } from './service-harness';
import { type TestBroker, testBroker } from './test-broker';
import { type TestDatabase, testDatabase } from './test-database';

export interface Surroundings {
  broker: TestBroker;
  database: TestDatabase;
  others: OtherServices;
}

/** A broker and a database for one spec file, and stand-ins for the services around the one under test. */
export async function surroundings(): Promise<Surroundings> {
  const [broker, database] = await Promise.all([testBroker(), testDatabase()]);
  return { broker, database, others: await OtherServices.on(broker) };
}

export interface TestedService {
  service: Service;
  module: Type;
  /** The variables of every copy. */
  environment: Record<string, string>;
}

/** The service under test, in one or more copies, on a real broker and database. End it with `stop()`. */
export class TestService {
  readonly broker: TestBroker;
  readonly database: TestDatabase;
  protected readonly others: OtherServices;
  private copies: INestApplicationContext[] = [];

  constructor(
    private readonly tested: TestedService,
    { broker, database, others }: Surroundings,
  ) {
    this.broker = broker;
    this.database = database;
    this.others = others;
  }

  get messenger(): Messenger {
    return this.others.messenger;
  }

  /** The service's own database. */
  get db(): Db {
    return this.database.of(this.tested.service);
  }

  stored(collection: string): Collection {
    return this.db.collection(collection);
  }

  /**
   * The documents that a majority of the database has, which are those that services see. For tests that wait for a document,
   * and then ask the service for it.
   */
  seen(collection: string): Collection {
    return this.db.collection(collection, { readConcern: { level: 'majority' } });
  }

  /** Handles these commands in place of other services. */
  stand(answers: Parameters<OtherServices['answer']>[0]): Promise<void> {
    return this.others.answer(answers);
  }

  /** The variables of a copy. */
  environment(more: Record<string, string> = {}): Record<string, string> {
    return { ...this.tested.environment, ...more };
  }

  /** Starts another copy. `more` contains variables of this copy alone. */
  async boot(more: Record<string, string> = {}): Promise<void> {
    const { broker, database } = this;
    const { service, module } = this.tested;
    const environment = this.environment(more);
    this.copies.push(await startTestService(service, module, { broker, database, environment }));
  }

  /** A component of the first copy, for behavior that cannot be observed from outside. */
  part<T>(type: Type<T>): T {
    const [copy] = this.copies;
    if (!copy) throw new Error(`The ${this.tested.service} service is not running`);
    return copy.get(type, { strict: false });
  }

  /** Ends all copies. */
  async shutDown(): Promise<void> {
    const copies = this.copies;
    this.copies = [];
    await Promise.all(copies.map((copy) => copy.close()));
  }

  async stop(): Promise<void> {
    await this.shutDown();
    await this.others.close();
    await Promise.all([this.broker.remove(), this.database.drop()]);
  }
}
