import { type Feature, noteRelay } from '@carillon/mongo';
import { webhookEventRelay } from '@carillon/webhooks';
import { addPeopleOfMembers } from './add-people-of-members';
import { AttributeChanges } from './attribute-changes';
import { AttributeEvents } from './attribute-events';
import { AttributeNameRecord, AttributeNameSchema, AttributeNames } from './attribute-names';
import { AttributedPeople } from './attributed-people';
import { NumberedPeople } from './numbered-people';
import { People } from './people';
import { PeopleScans } from './people-scans';
import { PersonRecord, PersonSchema } from './person-document';
import { PersonEvents } from './person-events';
import { PersonNumberRecord, PersonNumberSchema, PersonNumbers } from './person-numbers';
import { PersonValues } from './person-values';
import { PersonVersionRecord, PersonVersionSchema, PersonVersions } from './person-versions';
import { RemovedPeople, RemovedPersonRecord, RemovedPersonSchema } from './removed-people';
import { SaveContacts } from './save-contacts';

export { AttributeChanges, type Changing, isBusy, isListed } from './attribute-changes';
export { AttributeEvents } from './attribute-events';
export { type AttributeNameDocument, AttributeNames, newChange } from './attribute-names';
export { type Attributed, AttributedPeople, valueTexts } from './attributed-people';
export type { Match } from './match-contacts';
export { type OnExisting, personLimits, refusalOf } from './merge-contact';
export { NumberedPeople } from './numbered-people';
export { People, type SearchedPerson, termsByAddress } from './people';
export { PeopleScans } from './people-scans';
export {
  type Attribute,
  type ChannelAddress,
  type PersonDocument,
  addressesBeyond,
  addressesOf,
  attributesOf,
  keyOf,
  toPerson,
} from './person-document';
export { PersonValues, type ValueReader, filledFrom } from './person-values';
export { type PastAddresses, type PersonVersion, PersonVersions } from './person-versions';
export { SaveContacts } from './save-contacts';
export { type ValueColumn, storedAs, typedAttributes } from './typed-attributes';

/** People, their addresses, and their attributes. */
export const identity: Feature = {
  collections: [
    { name: PersonRecord.name, schema: PersonSchema },
    { name: RemovedPersonRecord.name, schema: RemovedPersonSchema },
    { name: AttributeNameRecord.name, schema: AttributeNameSchema },
    { name: PersonNumberRecord.name, schema: PersonNumberSchema },
    { name: PersonVersionRecord.name, schema: PersonVersionSchema },
  ],
  providers: [
    noteRelay(PersonRecord),
    noteRelay(RemovedPersonRecord),
    noteRelay(AttributeNameRecord),
    webhookEventRelay(PersonRecord),
    webhookEventRelay(RemovedPersonRecord),
    webhookEventRelay(AttributeNameRecord),
    AttributeChanges,
    AttributeEvents,
    AttributedPeople,
    People,
    PersonEvents,
    RemovedPeople,
    PeopleScans,
    NumberedPeople,
    PersonNumbers,
    AttributeNames,
    PersonValues,
    PersonVersions,
    SaveContacts,
  ],
  migrations: [addPeopleOfMembers],
};
