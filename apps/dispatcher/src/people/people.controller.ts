import type { EraseStep, EraseStepEnd, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { ErasedUsers } from '@carillon/mongo';
import { Controller } from '@nestjs/common';
import { Dispatches } from '../dispatch';
import { Engagement } from '../engagement';
import { ErasePerson } from './erase-person';
import { ReadPerson } from './read-person';

@Controller()
export class PeopleController {
  constructor(
    private readonly readPerson: ReadPerson,
    private readonly erasePerson: ErasePerson,
    private readonly dispatches: Dispatches,
    private readonly engagement: Engagement,
    private readonly erasedUsers: ErasedUsers,
  ) {}

  @Command('person.deliveries')
  deliveries(query: Payload<'person.deliveries'>): Promise<Reply<'person.deliveries'>> {
    return this.readPerson.deliveries(query);
  }

  @Command('person.addresses-in-dispatcher')
  addresses(
    query: Payload<'person.addresses-in-dispatcher'>,
  ): Promise<Reply<'person.addresses-in-dispatcher'>> {
    return this.readPerson.addresses(query);
  }

  /** Without an address, erases all data of the user. */
  @Command('erasure.step-in-dispatcher')
  erase({ address, ...step }: Payload<'erasure.step-in-dispatcher'>): Promise<EraseStepEnd> {
    return address === null ? this.eraseUser(step) : this.erasePerson.erase({ ...step, address });
  }

  /**
   * The campaign service has deleted the user's campaigns, and the leader removes their ledgers. Removes the remaining
   * data when no planner can write to it any longer. Late orders are dropped.
   */
  private async eraseUser({ userId }: Pick<EraseStep, 'userId'>): Promise<EraseStepEnd> {
    await this.erasedUsers.add(userId);
    await this.engagement.removeOfUser(userId);
    const isDone = await this.dispatches.removeDeleted(userId);
    return { state: isDone ? 'done' : 'wait', next: null };
  }
}
