import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { stack } from '@carillon/stack';

/** A request from a provider. `path` includes the query. */
export interface ProviderRequest {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The results of the requests. */
export interface Answers {
  seconds: number;
  /** The number of responses by status. */
  statuses: Record<string, number>;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export const SENDING_ROLE = '--send';
const CONNECTIONS = 64;
const LARGEST_PART = 0.99;

/** Sends each request once, as fast as responses arrive, from a separate process. */
export async function sendAll(requests: readonly ProviderRequest[]): Promise<Answers> {
  const file = join(process.env.CARILLON_FOLDER ?? '.carillon', 'requests.json');
  writeFileSync(file, JSON.stringify(requests));
  const child = fork(process.argv[1] ?? '', [SENDING_ROLE, file, stack().gatewayUrl]);
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  if (typeof answer !== 'object' || answer === null) throw new Error('The sender of requests ended early');
  return answer as Answers;
}

/** The main function of the separate process. */
export async function sendFrom(file: string, gatewayUrl: string): Promise<void> {
  const requests = JSON.parse(readFileSync(file, 'utf8')) as ProviderRequest[];
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const left = requests.values();
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const work = async (): Promise<void> => {
    for (const each of left) {
      const begin = performance.now();
      const status = await post(gatewayUrl, each, agent);
      times.push(performance.now() - begin);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - begin) / 1_000;
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.floor(part * (times.length - 1))] ?? NaN;
  process.send?.({ seconds, statuses, p50: at(1 / 2), p99: at(LARGEST_PART) } satisfies Answers);
  agent.destroy();
  process.disconnect();
}

function post(gatewayUrl: string, { path, headers, body }: ProviderRequest, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      gatewayUrl + path,
      { method: 'POST', agent, headers: { ...headers, ...length } },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
