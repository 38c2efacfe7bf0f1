import type { RequestClient } from 'twilio';
import type { Connections } from './connections';
import type { HttpAnswer } from './http-answer';
import { RequestFault, causes } from './request-fault';

/** An answer that is no success. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly answer: HttpAnswer) {
    super(`HTTP ${answer.status}`);
  }
}

type Requests = Pick<RequestClient, 'request'>;
type Options = Parameters<Requests['request']>[0];

/**
 * What the library sends its requests by, in place of its own: wherever it means to send them, they go where `connections`
 * go, and what is thrown knows nothing of the credentials.
 */
export function requestsThrough(connections: Connections, timeoutMs: number): RequestClient {
  const request = async (options: Options): Promise<{ statusCode: number; body: unknown }> => {
    const answer = await connections.request(requestOf(options), timeoutMs);
    if (answer.status < 200 || answer.status > 299) throw new Refusal(answer);
    if (typeof answer.body !== 'object' || answer.body === null)
      throw new RequestFault('after', causes.unreadable);
    return { statusCode: answer.status, body: answer.body };
  };
  return { request } as unknown as RequestClient;
}

function requestOf({ method, uri, username, password, headers, params, data }: Options) {
  const { pathname, search } = new URL(uri);
  const query = formOf(params);
  return {
    method: method.toUpperCase(),
    path: query === '' ? pathname + search : `${pathname}?${query}`,
    headers: {
      ...(headers as Record<string, string> | undefined),
      Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    },
    body: data === undefined ? null : formOf(data as object),
  };
}

type Field = string | number | boolean | null | undefined;

function formOf(fields: object = {}): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields as Record<string, Field | Field[]>)) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null) form.append(name, String(each));
  }
  return form.toString();
}
