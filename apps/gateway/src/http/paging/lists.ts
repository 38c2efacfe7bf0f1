import { AppError } from '@carillon/contracts';
import { Batcher, parseSecret } from '@carillon/platform';
import { parseKey } from '@carillon/vault';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { WorkLimits } from '../rate-limits/work-limits';
import { type CursorOwner, Cursors } from './cursor';
import { type FetchPage, MAX_SLICE, type Page, gather, listStream, pages, startingWith } from './pages';
import type { PageQuery } from './page-query';

/** A requested list. */
interface ListRequest {
  userId: string;
  /** Validated. Fields other than `limit` and `cursor` are filters. */
  query: PageQuery;
  /** The filters that aren't in the query. */
  filters?: Readonly<Record<string, string | undefined>>;
  /** All readers of the account see the same items, so that concurrent requests can share reads. */
  isShared?: boolean;
}

/** A list whose items are streamed as they arrive. */
interface WholeList<T> extends ListRequest {
  /** The name in the response. */
  key: string;
  present: (item: T) => object;
}

/** A read of a page of an account's list, with the trace of its request. */
interface SharedRead {
  key: string;
  read: () => Promise<Page<unknown>>;
}

/** The default number of items of a page. */
const DEFAULT_LIMIT = 100;
/** A client that reads nothing of a stream for this time is disconnected (milliseconds). */
const STALLED_MS = 60_000;

/** Returns lists, completely or page by page, with the next page in the headers `Next-Cursor` and `Link`. */
@Injectable()
export class Lists {
  private readonly cursors: Cursors;
  /** A request that arrives during a read of the same page shares the next read, which begins after it has arrived. */
  private readonly reads = new Batcher<SharedRead, Page<unknown>>({
    keyOf: ({ key }) => key,
    atOnce: Infinity,
    most: Infinity,
    run: async (same) => {
      const page = await same[0]?.read();
      return page ? same.map(() => page) : [];
    },
  });

  constructor(
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
    private readonly work: WorkLimits,
  ) {
    this.cursors = new Cursors(parseSecret('CURSOR_KEY', config.CURSOR_KEY, parseKey));
  }

  /** The start of the requested page. @throws AppError for a cursor that does not belong to this list */
  start(reply: FastifyReply, list: ListRequest): string | null {
    const { cursor } = list.query;
    if (cursor === undefined) return null;
    const after = this.cursors.read(cursor, ownerOf(reply, list));
    if (after !== null) return after;
    const detail = 'This cursor belongs to another list';
    throw new AppError('validation_failed', undefined, [
      { field: 'query.cursor', code: 'not_allowed', detail },
    ]);
  }

  /**
   * The items of a list that is available only in pages. A list with a filter called `search` counts as a search.
   * @throws AppError rate_limited: the account has reached the limit of concurrent searches
   */
  async answer<T>(reply: FastifyReply, list: ListRequest, fetch: FetchPage<T>): Promise<T[]> {
    const after = this.start(reply, list);
    const limit = Number(list.query.limit ?? DEFAULT_LIMIT);
    this.beginSearch(reply, list);
    const { items, next } = await gather(pages(this.sharing(reply, list, fetch), after, limit));
    this.work.meter('list', reply)(items.length);
    if (next !== null) this.leadOn(reply, list, next);
    return items;
  }

  /**
   * All items of a list of the contract that can have any length, streamed if there is more than one page, or one page
   * if the request asks for one page. @throws AppError rate_limited: the user has reached the limit of concurrent
   * lists
   */
  async answerWhole<T>(
    reply: FastifyReply,
    list: WholeList<T>,
    fetch: FetchPage<T>,
  ): Promise<StreamableFile | { data: Record<string, object[]> }> {
    const { key, present } = list;
    const after = this.start(reply, list);
    if (list.query.limit !== undefined) {
      const items = await this.answer(reply, list, fetch);
      return { data: { [key]: items.map(present) } };
    }
    this.beginSearch(reply, list);
    const charge = this.work.meter('list', reply);
    const read = this.sharing(reply, list, fetch);
    const first = await read({ after, limit: MAX_SLICE });
    if (first.next !== null) this.work.begin('list', reply);
    charge(first.items.length);
    if (first.next === null) return { data: { [key]: first.items.map(present) } };
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
    const rest = pages(
      async (slice) => {
        const page = await read(slice);
        charge(page.items.length);
        return page;
      },
      first.next,
      null,
    );
    return new StreamableFile(listStream(key, startingWith(first.items, rest), present), {
      type: 'application/json; charset=utf-8',
    });
  }

  private sharing<T>(reply: FastifyReply, list: ListRequest, fetch: FetchPage<T>): FetchPage<T> {
    if (!list.isShared) return fetch;
    const owner = ownerOf(reply, list);
    return (slice) => {
      const read = AsyncLocalStorage.bind(() => fetch(slice));
      return this.reads.add({ key: JSON.stringify([owner, slice]), read }) as Promise<Page<T>>;
    };
  }

  private beginSearch(reply: FastifyReply, { query }: ListRequest): void {
    if ('search' in query && query.search !== undefined) this.work.begin('search', reply);
  }

  private leadOn(reply: FastifyReply, list: ListRequest, next: string): void {
    const owner = ownerOf(reply, list);
    const cursor = this.cursors.write(next, owner);
    const { limit } = list.query;
    const present = Object.entries({ ...owner.filters, limit, cursor }).filter(
      ([, value]) => value !== undefined,
    );
    const parameters = new URLSearchParams(
      present.map(([name, value]): [string, string] => [name, String(value)]),
    );
    reply.header('next-cursor', cursor);
    reply.header('link', `<${this.config.PUBLIC_URL}${owner.path}?${parameters.toString()}>; rel="next"`);
  }
}

function ownerOf(reply: FastifyReply, { userId, query, filters }: ListRequest): CursorOwner {
  const { limit: _limit, cursor: _cursor, ...inQuery } = query;
  return { userId, path: pathOf(reply.request.url), filters: { ...inQuery, ...filters } };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
