import type { Feature } from '@carillon/mongo';
import { ErasureStepsController } from './erasure-steps.controller';
import { PeopleController } from './people.controller';
import { ReadPerson } from './read-person';

export { ErasureView, presentErasure } from './erasure.presenter';

/** All that is stored of one person: to read it, and to erase it. */
export const people: Feature = {
  controllers: [PeopleController, ErasureStepsController],
  providers: [ReadPerson],
};
