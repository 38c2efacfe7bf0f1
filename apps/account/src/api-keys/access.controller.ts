import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { Authenticate } from './authenticate';
import { AuthenticateMany } from './authenticate-many';
import { NoteKeyUses } from './note-key-uses';

/** What the gateway asks and tells about the keys that requests come with. */
@Controller()
export class AccessController {
  constructor(
    private readonly authenticate: Authenticate,
    private readonly authenticateMany: AuthenticateMany,
    private readonly noteKeyUses: NoteKeyUses,
  ) {}

  @Command('account.authenticate')
  whoHolds(query: Payload<'account.authenticate'>): Promise<Reply<'account.authenticate'>> {
    return this.authenticate.execute(query);
  }

  @Command('account.authenticate-many')
  whoHoldThese(query: Payload<'account.authenticate-many'>): Promise<Reply<'account.authenticate-many'>> {
    return this.authenticateMany.execute(query);
  }

  @OnEvent('api-key.used')
  used(event: Payload<'api-key.used'>): Promise<void> {
    return this.noteKeyUses.execute(event);
  }
}
