import type { Feature } from '@carillon/mongo';
import { ErasePerson } from './erase-person';
import { EraseUser } from './erase-user';
import { ListAddresses } from './list-addresses';
import { PersonalDataController } from './personal-data.controller';
import { ReadPerson } from './read-person';

/** Reads and erases all stored data of one person or one user. */
export const personalData: Feature = {
  controllers: [PersonalDataController],
  providers: [ReadPerson, ErasePerson, EraseUser, ListAddresses],
};
