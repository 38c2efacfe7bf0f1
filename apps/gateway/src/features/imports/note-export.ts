import type { AuditNote } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, auditNote } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type User, askedBy } from '../../security/caller';

/** Notes in the audit trail that a user takes a file of data out. */
@Injectable()
export class NoteExport {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /**
   * The broker has stored the entry when this resolves: nothing may be given out before. A HEAD request gives nothing out,
   * and is not noted.
   * @throws AppError service_unavailable: the broker is away
   */
  async execute(
    user: User,
    reply: FastifyReply,
    { action, target, changes }: Pick<AuditNote, 'action' | 'target' | 'changes'>,
  ): Promise<void> {
    if (reply.request.method === 'HEAD') return;
    const told = { userId: user.userId, action, target, changes };
    await this.messenger.publish('audit.noted', auditNote(askedBy(user), this.clock.now(), told));
  }
}
