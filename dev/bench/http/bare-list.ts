import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { stack } from '@carillon/stack';
import { Controller, Get, Module, type NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Channel, connect } from 'amqplib';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';

export const ASKING_ROLE = '--bare-asking';
export const ANSWERING_ROLE = '--bare-answering';

const QUEUE = 'bench-bare-list';
const DATABASE = 'bench_bare_list';
const REPLY_TO = 'amq.rabbitmq.reply-to';
const GROUPS = 20;

/** Asks the other process by the broker, and does nothing else: no keys, no limits, no checks, no log. */
class Asking {
  private readonly waiting = new Map<string, (body: Buffer) => void>();
  private asked = 0;

  private constructor(private readonly channel: Channel) {}

  static async connect(): Promise<Asking> {
    const connection = await connect(stack().amqpUrl);
    const asking = new Asking(await connection.createChannel());
    const receive = ({ properties, content }: { properties: { correlationId: string }; content: Buffer }) => {
      asking.waiting.get(properties.correlationId)?.(content);
      asking.waiting.delete(properties.correlationId);
    };
    await asking.channel.consume(REPLY_TO, (message) => message && receive(message), {
      noAck: true,
    });
    return asking;
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

/** A list by the way that ours takes, by the same libraries, without anything of ours: the upper bound for such a list. */
export class BareList {
  private constructor(
    private readonly children: readonly ChildProcess[],
    readonly url: string,
  ) {}

  static async start(): Promise<BareList> {
    const answering = fork(process.argv[1] ?? '', [ANSWERING_ROLE]);
    const [userId] = (await once(answering, 'message')) as [string];
    const asking = fork(process.argv[1] ?? '', [ASKING_ROLE, userId]);
    const [url] = (await once(asking, 'message')) as [string];
    return new BareList([asking, answering], url);
  }

  /** Of the process that answers the request. */
  get pid(): number {
    return this.children[0]?.pid ?? 0;
  }

  /** Of the one that reads the database. */
  get readerPid(): number {
    return this.children[1]?.pid ?? 0;
  }

  stop(): void {
    for (const child of this.children) child.kill();
  }
}

/** The main function of the process that takes requests. */
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
  const options: Pick<NestApplicationOptions, 'logger'> = { logger: false };
  const app = await NestFactory.create<NestFastifyApplication>(ListModule, new FastifyAdapter(), options);
  await app.listen(0, '127.0.0.1');
  process.send?.(await app.getUrl());
  process.once('disconnect', () => process.exit());
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
