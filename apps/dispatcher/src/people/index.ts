import type { Feature } from '@carillon/mongo';
import { ErasePerson } from './erase-person';
import { PeopleController } from './people.controller';
import { ReadPerson } from './read-person';

/** Reads the deliveries to one person in all campaigns, and erases the person from them. */
export const people: Feature = {
  controllers: [PeopleController],
  providers: [ReadPerson, ErasePerson],
};
