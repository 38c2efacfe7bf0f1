import type { BeforeApplicationShutdown, INestApplication, INestMicroservice, Type } from '@nestjs/common';
import { type Channel, type PublishedContent, channelRow } from '@carillon/contracts';
import { OtherServices, startTestService } from '../service-harness';
import { type TestBroker, testBroker } from '../test-broker';

/** The key ring for sealed credentials. */
export const VAULT_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

export interface WorkerServiceOptions {
  channel: Channel;
  module: Type;
  /** The class of libs/channel that ends leases on shutdown. A test library does not import it. */
  finisher: Type<BeforeApplicationShutdown>;
  environment?: Record<string, string>;
  content: Omit<PublishedContent, 'campaignId'>;
}

export interface WorkerFixture {
  broker: TestBroker;
  others: OtherServices;
  app: INestApplication | INestMicroservice;
}

/** Starts a worker under test, together with stand-ins for the services around it. */
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
