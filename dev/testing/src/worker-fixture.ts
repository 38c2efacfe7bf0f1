import type { BeforeApplicationShutdown, INestApplication, INestMicroservice, Type } from '@nestjs/common';
import { type Channel, type PublishedContent, channelRow } from '@carillon/contracts';
import { OtherServices, startTestService } from './service-harness';
import { type TestBroker, testBroker } from './test-broker';

/** What credentials are sealed with. */
export const VAULT_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

export interface WorkerServiceOptions {
  channel: Channel;
  module: Type;
  /** What ends passes on shutdown: a class of libs/channel, which a test library does not import. */
  finisher: Type<BeforeApplicationShutdown>;
  environment?: Record<string, string>;
  content: Omit<PublishedContent, 'campaignId'>;
}

export interface WorkerFixture {
  broker: TestBroker;
  others: OtherServices;
  app: INestApplication | INestMicroservice;
}

/** What a worker under test needs around it, and the worker. */
export async function startFixture(options: WorkerServiceOptions): Promise<WorkerFixture> {
  const broker = await testBroker();
  const others = await OtherServices.on(broker);
  return { broker, others, app: await runWorker(broker, options) };
}

export function runWorker(
  broker: TestBroker,
  { channel, module, environment }: WorkerServiceOptions,
): Promise<INestApplication | INestMicroservice> {
  const quick = { VAULT_KEYS, SETTLE_EVERY_MS: '100', ...environment };
  return startTestService(channelRow(channel).worker, module, { broker, environment: quick });
}
