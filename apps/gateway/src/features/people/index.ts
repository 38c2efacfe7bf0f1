import type { Feature } from '@carillon/mongo';
import { ErasureStepsController } from './erasure-steps.controller';
import { PeopleController } from './people.controller';
import { ReadPerson } from './read-person';

export { ErasureView, presentErasure } from './erasure.presenter';

/** Reads and erases all stored data of a person. */
export const people: Feature = {
  controllers: [PeopleController, ErasureStepsController],
  providers: [ReadPerson],
};
