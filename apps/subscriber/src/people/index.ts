import type { Feature } from '@carillon/mongo';
import { EditPeople } from './edit-people';
import { GroupPeople } from './group-people';
import { PeopleController } from './people.controller';
import { SearchPeople } from './search-people';

export { EditPeople } from './edit-people';

/** People as users see them. */
export const people: Feature = {
  controllers: [PeopleController],
  providers: [EditPeople, GroupPeople, SearchPeople],
};
