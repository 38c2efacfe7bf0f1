import type { ChildProcess } from 'node:child_process';
import { stack } from '@carillon/stack';
import { Controller, Get, Module } from '@nestjs/common';
import { type Channel, type ConsumeMessage, connect } from 'amqplib';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import { serve, startRole } from './bare-server';

export const ASKING_ROLE = '--bare-asking';
export const ANSWERING_ROLE = '--bare-answering';

const QUEUE = 'bench-bare-list';
const DATABASE = 'bench_bare_list';
const REPLY_TO = 'amq.rabbitmq.reply-to';
/** The number of groups in a list. */
export const GROUPS = 20;

/** Sends a request to the other process through the broker, without keys, limits, checks, or logs. */
class Asking {
  private readonly waiting = new Map<string, (body: Buffer) => void>();
  private asked = 0;

  private constructor(private readonly channel: Channel) {}

  static async connect(): Promise<Asking> {
    const connection = await connect(stack().amqpUrl);
    const asking = new Asking(await connection.createChannel());
    await asking.channel.consume(REPLY_TO, (message) => asking.receive(message), { noAck: true });
    return asking;
  }

  private receive(message: ConsumeMessage | null): void {
    if (!message) return;
    const correlationId = String(message.properties.correlationId);
    this.waiting.get(correlationId)?.(message.content);
    this.waiting.delete(correlationId);
  }

  list(userId: string): Promise<unknown> {
    const correlationId = String(++this.asked);
    return new Promise((resolve) => {
      this.waiting.set(correlationId, (body) => resolve(JSON.parse(body.toString())));
      const question = Buffer.from(JSON.stringify({ userId, limit: GROUPS }));
      this.channel.publish('', QUEUE, question, { correlationId, replyTo: REPLY_TO });
    });
  }
}

/**
 * A list that takes the same path and uses the same libraries as Carillon, without Carillon code: the upper bound for
 * such a list.
 */
export class BareList {
  private constructor(
    private readonly asking: ChildProcess,
    private readonly answering: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<BareList> {
    const { child: answering, message: userId } = await startRole(ANSWERING_ROLE);
    const { child: asking, message: url } = await startRole(ASKING_ROLE, userId);
    return new BareList(asking, answering, url);
  }

  /** The module of the process that receives HTTP requests. */
  get pid(): number {
    return this.asking.pid ?? 0;
  }

  /** The module of the process that reads the database. */
  get readerPid(): number {
    return this.answering.pid ?? 0;
  }

  stop(): void {
    this.asking.kill();
    this.answering.kill();
  }
}

/** The main function of the process that receives HTTP requests. */
export async function ask(userId: string): Promise<void> {
  const asking = await Asking.connect();
  @Controller()
  class ListController {
    @Get()
    async list() {
      return { data: { groups: await asking.list(userId) } };
    }
  }
  @Module({ controllers: [ListController] })
  class ListModule {}
  await serve(ListModule);
}

/** The main function of the process that reads the database. */
export async function answer(): Promise<void> {
  const client = await mongo.MongoClient.connect(stack().mongoUrl, { readConcernLevel: 'majority' });
  const groups = client.db(DATABASE).collection('groups');
  const userId = new ObjectId();
  const now = new Date();
  await groups.createIndex({ userId: 1, _id: 1 }, {}, {});
  await groups.insertMany(
    Array.from({ length: GROUPS }, (_, n) => ({
      ...{ userId, name: `Group ${n}`, slug: `group-${n}`, createdAt: now, updatedAt: now },
    })),
  );
  const channel = await (await connect(stack().amqpUrl)).createChannel();
  await channel.assertQueue(QUEUE, { exclusive: true });
  await channel.prefetch(64);
  await channel.consume(QUEUE, (message) => {
    if (!message) return;
    const { limit, ...asked } = JSON.parse(message.content.toString()) as { userId: string; limit: number };
    const found = groups.find({ userId: new ObjectId(asked.userId) }, { sort: { _id: 1 }, limit: limit + 1 });
    void found.toArray().then((documents) => {
      const { replyTo, correlationId } = message.properties as { replyTo: string; correlationId: string };
      channel.publish('', replyTo, Buffer.from(JSON.stringify(documents)), { correlationId });
      channel.ack(message);
    });
  });
  process.send?.(userId.toHexString());
  process.once('disconnect', () => process.exit());
}
