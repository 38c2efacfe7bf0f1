import type { Erasure, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { BeginErasure } from './begin-erasure';
import { Erasures } from './erasures';

@Controller()
export class ErasuresController {
  constructor(
    private readonly beginErasure: BeginErasure,
    private readonly erasures: Erasures,
  ) {}

  @Command('erasure.begin')
  begin(command: Payload<'erasure.begin'>): Promise<Erasure> {
    return this.beginErasure.ofPerson(command);
  }

  @Command('erasure.begin-with-addresses')
  beginWithAddresses(command: Payload<'erasure.begin-with-addresses'>): Promise<Erasure> {
    return this.beginErasure.withAddresses(command);
  }

  @Command('erasure.begin-user')
  beginOfUser(command: Payload<'erasure.begin-user'>): Promise<Erasure> {
    return this.beginErasure.ofUser(command);
  }

  @Command('erasure.note-export')
  async noteExport(command: Payload<'erasure.note-export'>): Promise<Record<string, never>> {
    await this.beginErasure.noteExport(command);
    return {};
  }

  @Command('erasure.note-person-export')
  async notePersonExport(command: Payload<'erasure.note-person-export'>): Promise<Record<string, never>> {
    await this.beginErasure.notePersonExport(command);
    return {};
  }

  @Command('erasure.get')
  get({ userId, id }: Payload<'erasure.get'>): Promise<Erasure> {
    return this.erasures.get(userId, id);
  }

  @Command('erasure.get-of-user')
  getOfUser({ id }: Payload<'erasure.get-of-user'>): Promise<Erasure> {
    return this.erasures.getOfUser(id);
  }

  @Command('erasure.list-of-users')
  listOfUsers(slice: Payload<'erasure.list-of-users'>): Promise<Reply<'erasure.list-of-users'>> {
    return this.erasures.pageOfUsers(slice);
  }

  @Command('erasure.list')
  list(query: Payload<'erasure.list'>): Promise<Reply<'erasure.list'>> {
    return this.erasures.page(query);
  }
}
