import type { Import, ImportKind } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { PageQuery } from '../paging/page-query';
import { Lists } from '../paging/lists';
import { CSV } from './file-body';
import { RejectedLines } from './downloading/rejected-lines';
import { sendFile } from './downloading/send-file';

/** What became of files; those of either kind are asked for in the same way. */
@Injectable()
export class Jobs {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly rejectedLines: RejectedLines,
  ) {}

  list(userId: string, kind: ImportKind, query: PageQuery, reply: FastifyReply): Promise<Import[]> {
    return this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('import.list', { userId, kind, ...slice }),
    );
  }

  get(userId: string, kind: ImportKind, id: string): Promise<Import> {
    return this.messenger.request('import.get', { userId, kind, id });
  }

  async rejected(userId: string, kind: ImportKind, id: string, reply: FastifyReply): Promise<StreamableFile> {
    const texts = await this.rejectedLines.execute({ userId, kind, id });
    return sendFile(reply, { name: `rejected-${id}.csv`, type: CSV }, texts);
  }
}
