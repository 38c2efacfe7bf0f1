import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DEFAULT_LIMIT, Lists } from '../paging/lists';
import { type AuditQuery, toAuditFilters } from './audit.input';
import { presentAuditEntry } from './audit.presenter';

/** Whose the cursors of a list over all accounts are. */
const EVERYBODY = 'operator';

/** Pages of the audit trail. */
@Injectable()
export class AuditLists {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  /** @param userId null: everybody's */
  async answer(reply: FastifyReply, userId: string | null, query: AuditQuery) {
    const list = { userId: userId ?? EVERYBODY, query, defaultLimit: DEFAULT_LIMIT };
    const filters = toAuditFilters(query);
    const entries = await this.lists.answer(reply, list, (slice) =>
      this.messenger.request('audit.list', { userId, ...filters, ...slice }),
    );
    return entries.map(presentAuditEntry);
  }
}
