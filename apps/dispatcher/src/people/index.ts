import type { Feature } from '@carillon/mongo';
import { ErasePerson } from './erase-person';
import { PeopleController } from './people.controller';
import { ReadPerson } from './read-person';

/** The deliveries to one person, in all campaigns: to read them, and to erase the person from them. */
export const people: Feature = {
  controllers: [PeopleController],
  providers: [ReadPerson, ErasePerson],
};
