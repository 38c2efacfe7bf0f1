import { Connections, type HttpAnswer, type HttpRequest } from '@carillon/http-client';
import type { Exchange } from './described-api';

/** Records the requests of all providers with their responses, until Jest restores its mocks. */
export function recordExchanges(): Exchange[] {
  const exchanges: Exchange[] = [];
  const send = Object.getOwnPropertyDescriptor(Connections.prototype, 'request')?.value as Send;
  jest.spyOn(Connections.prototype, 'request').mockImplementation(async function (
    this: Connections,
    request,
    timeoutMs,
  ) {
    const answer = await send.call(this, request, timeoutMs);
    exchanges.push({ request, answer });
    return answer;
  });
  return exchanges;
}

type Send = (this: Connections, request: HttpRequest, timeoutMs: number) => Promise<HttpAnswer>;
