import { AppError } from '@carillon/contracts';
import { parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../config';
import { type CursorOwner, Cursors } from './cursor';
import type { PageQuery } from './page-query';
import { type FetchPage, gather, pages } from './pages';

/** A list as it was asked for. */
export interface ListRequest {
  userId: string;
  /** As checked; what it has besides `limit` and `cursor` are filters. */
  query: PageQuery;
  /** Filters that stand elsewhere than in the query. */
  filters?: Readonly<Record<string, string>>;
  /** How many items where no limit was given; null: all. */
  defaultLimit: number | null;
}

export const DEFAULT_LIMIT = 100;

/** Answers lists, whole or page by page, with what leads to the next page in the headers `Next-Cursor` and `Link`. */
@Injectable()
export class Lists {
  private readonly cursors: Cursors;

  constructor(@Inject(gatewayConfig.token) private readonly config: GatewayConfig) {
    this.cursors = new Cursors(parseKeyRing(config.VAULT_KEYS)[0]);
  }

  /** Where the asked-for page begins. @throws AppError for a cursor that does not belong to this list. */
  start(reply: FastifyReply, list: ListRequest): string | null {
    const { cursor } = list.query;
    if (cursor === undefined) return null;
    const after = this.cursors.read(cursor, ownerOf(reply, list));
    if (after !== null) return after;
    const detail = 'This cursor does not belong to this list';
    throw new AppError('validation_failed', undefined, [
      { field: 'query.cursor', code: 'not_allowed', detail },
    ]);
  }

  /** The items that were asked for. */
  async answer<T>(reply: FastifyReply, list: ListRequest, fetch: FetchPage<T>): Promise<T[]> {
    const after = this.start(reply, list);
    const limit = list.query.limit === undefined ? list.defaultLimit : Number(list.query.limit);
    const { items, next } = await gather(pages(fetch, after, limit));
    if (next !== null) this.leadOn(reply, list, next);
    return items;
  }

  private leadOn(reply: FastifyReply, list: ListRequest, next: string): void {
    const owner = ownerOf(reply, list);
    const cursor = this.cursors.write(next, owner);
    const { limit } = list.query;
    const given = Object.entries({ ...owner.filters, limit, cursor }).filter(
      ([, value]) => value !== undefined,
    );
    const parameters = new URLSearchParams(
      given.map(([name, value]): [string, string] => [name, String(value)]),
    );
    reply.header('next-cursor', cursor);
    reply.header(
      'link',
      `<${this.config.PUBLIC_URL ?? ''}${owner.path}?${parameters.toString()}>; rel="next"`,
    );
  }
}

function ownerOf(reply: FastifyReply, { userId, query, filters }: ListRequest): CursorOwner {
  const { limit: _limit, cursor: _cursor, ...inQuery } = query;
  return { userId, path: pathOf(reply.request.url), filters: { ...inQuery, ...filters } };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
