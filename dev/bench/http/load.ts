import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

/** Requests to repeat. The next request follows as soon as the previous response arrives, unless a rate is given. */
export interface Load {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  /** `#` is replaced with a different number in each request, including in the headers. */
  body?: string;
  connections: number;
  seconds: number;
  /** Requests per second over all connections. */
  rate?: number;
}

/** The results of a load. */
export interface LoadResult {
  seconds: number;
  /** The number of responses by status. */
  statuses: Record<string, number>;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** The number of broken connections and of requests that received no response in time. */
  lost: number;
}

export const LOAD_ROLE = '--load';
const NUMBER = '#';

/** Sends requests from a separate process, so that its CPU time doesn't count for the process that responds. */
export async function put(load: Load): Promise<LoadResult> {
  const child = fork(process.argv[1] ?? '', [LOAD_ROLE, JSON.stringify(load)]);
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  if (typeof answer !== 'object' || answer === null) throw new Error('The maker of requests ended early');
  return answer as LoadResult;
}

/** The main function of the separate process. */
export async function makeRequests(description: string): Promise<void> {
  const { url, method, headers, body, connections, seconds, rate } = JSON.parse(description) as Load;
  let numbered = process.pid * 1_000_000;
  const withNumber = (request: autocannon.Request): autocannon.Request => {
    const number = String(++numbered);
    const own = Object.entries(headers).map(([name, value]) => [name, value.replace(NUMBER, number)]);
    return {
      ...request,
      headers: Object.fromEntries(own) as Record<string, string>,
      body: body?.replace(NUMBER, number),
    };
  };
  const result = await autocannon({
    url,
    method,
    headers: { ...headers },
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    ...(body !== undefined && { body, requests: [{ method, setupRequest: withNumber }] }),
  });
  const summary: LoadResult = {
    seconds: result.duration,
    statuses: countsOf(result),
    p50: result.latency.p50,
    p99: result.latency.p99,
    lost: result.errors + result.timeouts,
  };
  process.send?.(summary);
  process.disconnect();
}

/** Overrides the published types, which belong to an older version. */
function countsOf(result: autocannon.Result): Record<string, number> {
  const { statusCodeStats = {} } = result as { statusCodeStats?: Record<string, { count: number }> };
  return Object.fromEntries(Object.entries(statusCodeStats).map(([status, { count }]) => [status, count]));
}
