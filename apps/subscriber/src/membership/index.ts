import type { Feature } from '@carillon/mongo';
import { AudienceMembers } from './audience-members';
import { GroupRecord, GroupSchema, Groups } from './groups';
import { MemberBatches } from './member-batches';
import { MemberCounts } from './member-counts';
import { MemberScans } from './member-scans';
import { MemberSearch } from './member-search';
import { Memberships } from './memberships';
import { MembershipRemovalRecord, MembershipRemovalSchema, MembershipRemovals } from './membership-removals';
import { SubscriberRecord, SubscriberSchema } from './subscriber-document';
import { SubscriberPages } from './subscriber-pages';
import { Subscribers } from './subscribers';

export { AudienceMembers, type MemberToSend } from './audience-members';
export { Groups } from './groups';
export { MemberBatches } from './member-batches';
export { MemberCounts, noMembers } from './member-counts';
export { MemberScans } from './member-scans';
export { MemberSearch } from './member-search';
export { type DatedMembership, type Membership, Memberships } from './memberships';
export { type MembershipRemoval, MembershipRemovals } from './membership-removals';
export { type SubscriberDocument, toSubscriber } from './subscriber-document';
export { type PageOfSubscribers, SubscriberPages } from './subscriber-pages';
export { Subscribers } from './subscribers';

/** The collections of addresses and their groups. */
export const membership: Feature = {
  collections: [
    { name: GroupRecord.name, schema: GroupSchema },
    { name: SubscriberRecord.name, schema: SubscriberSchema },
    { name: MembershipRemovalRecord.name, schema: MembershipRemovalSchema },
  ],
  controllers: [],
  providers: [
    Groups,
    Subscribers,
    SubscriberPages,
    AudienceMembers,
    MemberBatches,
    MemberCounts,
    MemberScans,
    MemberSearch,
    Memberships,
    MembershipRemovals,
  ],
};
