import type { Feature } from '@carillon/mongo';
import { PeopleController } from './people.controller';

export { PersonView, presentPerson } from './person.presenter';

/** People with all their channels. */
export const people: Feature = { controllers: [PeopleController] };
