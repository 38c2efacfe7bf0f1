import type { EraseStepEnd, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { People } from '../identity';
import { PersonLines } from '../imports';
import { ErasePerson } from './erase-person';
import { EraseUser } from './erase-user';
import { ListAddresses } from './list-addresses';
import { ReadPerson } from './read-person';

@Controller()
export class PersonalDataController {
  constructor(
    private readonly readPerson: ReadPerson,
    private readonly lines: PersonLines,
    private readonly erasePerson: ErasePerson,
    private readonly eraseUser: EraseUser,
    private readonly listAddresses: ListAddresses,
    private readonly people: People,
  ) {}

  @Command('person.memberships')
  memberships(query: Payload<'person.memberships'>): Promise<Reply<'person.memberships'>> {
    return this.readPerson.memberships(query);
  }

  @Command('person.sign-ups')
  signUps(query: Payload<'person.sign-ups'>): Promise<Reply<'person.sign-ups'>> {
    return this.readPerson.signUps(query);
  }

  @Command('person.versions')
  versions(query: Payload<'person.versions'>): Promise<Reply<'person.versions'>> {
    return this.readPerson.versions(query);
  }

  @Command('person.eligibility')
  eligibility(query: Payload<'person.eligibility'>): Promise<Reply<'person.eligibility'>> {
    return this.readPerson.eligibility(query);
  }

  @Command('person.lines')
  linesOf({ after, ...person }: Payload<'person.lines'>): Promise<Reply<'person.lines'>> {
    return this.lines.read(person, after);
  }

  @Command('person.addresses-in-subscriber')
  addresses(
    query: Payload<'person.addresses-in-subscriber'>,
  ): Promise<Reply<'person.addresses-in-subscriber'>> {
    return this.listAddresses.list(query);
  }

  @Command('person.erase')
  async erasePersonWithoutAddresses({ userId, id }: Payload<'person.erase'>): Promise<object> {
    await this.people.erase(userId, id);
    return {};
  }

  /** Without an address, erases all data of the user. */
  @Command('erasure.step-in-subscriber')
  erase({ address, ...step }: Payload<'erasure.step-in-subscriber'>): Promise<EraseStepEnd> {
    return address === null ? this.eraseUser.erase(step) : this.erasePerson.erase({ ...step, address });
  }
}
