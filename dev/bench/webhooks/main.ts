/**
 * Measures how fast webhooks are sent while one of ten endpoints is down and another takes two seconds to respond. A
 * separate stack receives deliveries, and all endpoints run in the benchmark's process. See USAGE.
 */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@carillon/contracts';
import { MessagingConnection, Messenger } from '@carillon/messaging';
import { stack } from '@carillon/stack';
import { data, until } from '../../driver/api';
import { newUser } from '../../driver/arrange';
import { watchMemory } from '../memory/watch-memory';
import { complain, withStack } from '../own-stack';
import { head, print, row } from '../print';

const USAGE = 'npm run bench -- webhooks [delivery events, 100000 if not given]\n';
const FAST = 8;
const SLOW_MS = 2_000;
const AT_ONCE = 500;
const CAMPAIGNS = 20;
const LONGEST_S = 1_800;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** An endpoint that counts the received deliveries. */
class Endpoint {
  deliveries = 0;
  lastAt = 0;
  private readonly server: Server;

  constructor(afterMs: number) {
    this.server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { data: message } = JSON.parse(Buffer.concat(pieces).toString()) as {
          data: { deliveries: unknown[] };
        };
        this.deliveries += message.deliveries.length;
        this.lastAt = performance.now();
        setTimeout(() => response.writeHead(204).end(), afterMs);
      });
    });
  }

  async url(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }
}

async function bench(events: number): Promise<void> {
  const user = await newUser();
  const fast = Array.from({ length: FAST }, () => new Endpoint(0));
  const slow = new Endpoint(SLOW_MS);
  const urls = await Promise.all([...fast, slow].map((endpoint) => endpoint.url()));
  // No server listens there.
  for (const url of [...urls, 'http://127.0.0.1:9/'])
    await data('POST', '/webhooks', { url, eventTypes: ['delivery.sent'], batch: true }, user.key);
  const connection = new MessagingConnection({ url: stack().amqpUrl, service: 'gateway', log: quiet });
  await connection.connect();
  const begin = performance.now();
  const highest = await watchMemory(async () => {
    await publishAll(new Messenger(connection), user.id, events);
    print(
      `  ${events} events published and stored for ten endpoints in ${seconds(performance.now() - begin)}`,
    );
    const isDone = () => fast.every(({ deliveries }) => deliveries >= events);
    await until('the last of the fast endpoints', LONGEST_S, () => Promise.resolve(isDone()));
  });
  await connection.close();
  const times = fast.map(({ lastAt }) => lastAt - begin);
  print();
  row('eight endpoints', head('first done', 'last done', 'deliveries/s'));
  const last = Math.max(...times);
  row('', head(seconds(Math.min(...times)), seconds(last), Math.round((events * FAST * 1_000) / last)));
  print(`  the endpoint of 2 s had ${slow.deliveries} by then`);
  print(
    `  highest resident memory of the webhook-worker: ${(highest.get('webhook-worker') ?? NaN).toFixed(0)} MiB`,
  );
}

/** Publishes the events of each campaign in order, as the dispatcher does. */
async function publishAll(messenger: Messenger, userId: string, events: number): Promise<void> {
  const each = events / CAMPAIGNS;
  const campaigns = Array.from({ length: CAMPAIGNS }, async () => {
    const campaignId = newId();
    for (let from = 0; from < each; from += AT_ONCE) {
      const at = new Date().toISOString();
      const items = Array.from({ length: Math.min(AT_ONCE, each - from) }, (_, n) => ({
        deliveryId: `${campaignId}-0000000001-${from + n}`,
        ...{
          campaignId,
          channel: 'EMAIL',
          identifier: `person.${from + n}@example.com`,
          subscriberId: newId(),
        },
        ...{ reason: null, providerCode: null, at },
      }));
      const event = {
        id: `${campaignId}-${from}`,
        type: 'delivery.sent' as const,
        at,
        campaignId,
        items,
      };
      await messenger.request('webhook.take', { userId, events: [event] });
    }
  });
  await Promise.all(campaigns);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

const events = Number(process.argv[2] ?? 100_000);
if (Number.isInteger(events) && events >= CAMPAIGNS && events % CAMPAIGNS === 0)
  void withStack({}, () => bench(events));
else complain(new Error(USAGE));
