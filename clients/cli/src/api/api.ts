import { Failure, exitCodes } from '../failures';
import { type Json, isJson } from './json';
import type { Query, Request } from './request';
import type { Transport } from './transport';

/** The most that the API gives at once. */
const PAGE = 1_000;

/** The API as the commands see it: what stands under the key of `data`, and lists page by page. */
export class Api {
  constructor(private readonly transport: Transport) {}

  get(path: string, query: Query = {}): Promise<Json> {
    return this.object({ method: 'GET', path, query });
  }

  post(path: string, body?: object): Promise<Json> {
    return this.object({ method: 'POST', path, ...(body && { body }) });
  }

  patch(path: string, body: object): Promise<Json> {
    return this.object({ method: 'PATCH', path, body });
  }

  delete(path: string, body?: object): Promise<Json> {
    return this.object({ method: 'DELETE', path, ...(body && { body }) });
  }

  /** The pages of a list, to its end or to `limit` of its items. */
  async *pages(path: string, query: Query = {}, limit = Infinity): AsyncGenerator<Json[], void> {
    let cursor: string | undefined;
    let left = limit;
    do {
      const page = { ...query, limit: Math.min(PAGE, left), cursor };
      const answered = await this.transport.send({ method: 'GET', path, query: page });
      const items = await valueOf(answered);
      if (!Array.isArray(items)) throw strange();
      yield items.filter(isJson);
      left -= items.length;
      cursor = answered.headers.get('next-cursor') ?? undefined;
    } while (cursor !== undefined && left > 0);
  }

  /** An answer that is no JSON, as a stream, and uploads. */
  raw(request: Request): Promise<Response> {
    return this.transport.send(request);
  }

  /** What an answer to `raw` has under the key of `data`. */
  async object(request: Request): Promise<Json> {
    const value = await valueOf(await this.transport.send(request));
    if (!isJson(value)) throw strange();
    return value;
  }
}

/** `{"data": {"<operation>": …}}`: what stands under the operation. */
async function valueOf(answered: Response): Promise<unknown> {
  let body: unknown;
  try {
    body = JSON.parse(await answered.text());
  } catch (error) {
    if (error instanceof SyntaxError) throw strange();
    throw new Failure(`The answer broke off: ${String(error)}`, exitCodes.unreachable);
  }
  const data = isJson(body) && isJson(body.data) ? Object.values(body.data) : [];
  return data[0];
}

function strange(): Failure {
  return new Failure('The answer has not the form of this API', exitCodes.unreachable);
}
