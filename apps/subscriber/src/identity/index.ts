import { type Feature, noteRelay } from '@carillon/mongo';
import { addPeopleOfMembers } from './add-people-of-members';
import { AttributeNameRecord, AttributeNameSchema, AttributeNames } from './attribute-names';
import { People } from './people';
import { PersonRecord, PersonSchema } from './person-document';
import { PersonNumberRecord, PersonNumberSchema, PersonNumbers } from './person-numbers';
import { PersonValues } from './person-values';
import { SaveContacts } from './save-contacts';

export { AttributeNames } from './attribute-names';
export type { Match } from './match-contacts';
export { type OnExisting, personLimits, refusalOf } from './merge-contact';
export { People } from './people';
export {
  type Attribute,
  type PersonDocument,
  addressesBeyond,
  attributesOf,
  keyOf,
  toPerson,
} from './person-document';
export { PersonValues, type ValueReader, filledFrom } from './person-values';
export { SaveContacts } from './save-contacts';
export { typedAttributes } from './typed-attributes';

/** People, their addresses, and their attributes. */
export const identity: Feature = {
  collections: [
    { name: PersonRecord.name, schema: PersonSchema },
    { name: AttributeNameRecord.name, schema: AttributeNameSchema },
    { name: PersonNumberRecord.name, schema: PersonNumberSchema },
  ],
  providers: [noteRelay(PersonRecord), People, PersonNumbers, AttributeNames, PersonValues, SaveContacts],
  migrations: [addPeopleOfMembers],
};
