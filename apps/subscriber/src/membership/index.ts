import type { Feature } from '@carillon/mongo';
import { GroupRecord, GroupSchema, Groups } from './groups';
import { MembershipRemovalRecord, MembershipRemovalSchema, MembershipRemovals } from './membership-removals';
import { SubscriberRecord, SubscriberSchema } from './subscriber-document';
import { Subscribers } from './subscribers';

export { Groups } from './groups';
export { type MembershipRemoval, MembershipRemovals } from './membership-removals';
export { searchPatterns, searchTerms } from './search-terms';
export { type SubscriberDocument, keyOf, toSubscriber } from './subscriber-document';
export { type MemberToSend, type PageOfSubscribers, Subscribers } from './subscribers';

/** The collections of addresses and their groups. */
export const membership: Feature = {
  collections: [
    { name: GroupRecord.name, schema: GroupSchema },
    { name: SubscriberRecord.name, schema: SubscriberSchema },
    { name: MembershipRemovalRecord.name, schema: MembershipRemovalSchema },
  ],
  controllers: [],
  providers: [Groups, Subscribers, MembershipRemovals],
};
