import { PlatformModule } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AudienceController } from './audience/audience.controller';
import { CountAudience } from './audience/count-audience';
import { MembershipRemovalRecord, MembershipRemovalSchema, MembershipRemovals } from './audience/membership-removals';
import { FindExcluded } from './audience/find-excluded';
import { PageAudience } from './audience/page-audience';
import { subscriberConfig } from './config';
import { CreateGroup } from './groups/create-group';
import { DeleteGroup } from './groups/delete-group';
import { GroupRecord, GroupSchema } from './groups/group-document';
import { Groups } from './groups/groups';
import { GroupsController } from './groups/groups.controller';
import { ReadGroups } from './groups/read-groups';
import { RemoveDeletedGroups } from './groups/remove-deleted-groups';
import { ImportRecord, ImportSchema } from './imports/import-document';
import { Imports } from './imports/imports';
import { ImportsController } from './imports/imports.controller';
import { ListColumns } from './imports/list-columns';
import { ReadRejected } from './imports/read-rejected';
import { PieceRecord, PieceSchema, Pieces } from './imports/receiving/pieces';
import { ReceiveFile } from './imports/receiving/receive-file';
import { TidyUploads } from './imports/receiving/tidy-uploads';
import { RejectionRecord, RejectionSchema, Rejections } from './imports/rejections';
import { WorkFile } from './imports/working/work-file';
import { WorkImports } from './imports/working/work-imports';
import { AddMembers } from './imports/writing/add-members';
import { RemoveMembers } from './imports/writing/remove-members';
import { ConsentController } from './inbound/consent.controller';
import { ServiceWindowRecord, ServiceWindowSchema, ServiceWindows } from './inbound/service-windows';
import { NoteConsent } from './inbound/note-consent';
import { CreateSubscriber } from './subscribers/create-subscriber';
import { DeleteSubscribers } from './subscribers/delete-subscribers';
import { ReadSubscribers } from './subscribers/read-subscribers';
import { SubscriberRecord, SubscriberSchema } from './subscribers/subscriber-document';
import { Subscribers } from './subscribers/subscribers';
import { SubscribersController } from './subscribers/subscribers.controller';
import { UpdateSubscriber } from './subscribers/update-subscriber';
import { CreateSuppression } from './suppressions/create-suppression';
import { DeleteSuppressions } from './suppressions/delete-suppressions';
import { SuppressionRecord, SuppressionSchema } from './suppressions/suppression-document';
import { Suppressions } from './suppressions/suppressions';
import { SuppressionsController } from './suppressions/suppressions.controller';

const collections = MongooseModule.forFeature([
  { name: GroupRecord.name, schema: GroupSchema },
  { name: SubscriberRecord.name, schema: SubscriberSchema },
  { name: MembershipRemovalRecord.name, schema: MembershipRemovalSchema },
  { name: SuppressionRecord.name, schema: SuppressionSchema },
  { name: ServiceWindowRecord.name, schema: ServiceWindowSchema },
  { name: ImportRecord.name, schema: ImportSchema },
  { name: PieceRecord.name, schema: PieceSchema },
  { name: RejectionRecord.name, schema: RejectionSchema },
]);

const groups = [Groups, CreateGroup, ReadGroups, DeleteGroup, RemoveDeletedGroups];
const subscribers = [Subscribers, CreateSubscriber, ReadSubscribers, UpdateSubscriber, DeleteSubscribers];
const audience = [MembershipRemovals, PageAudience, FindExcluded, CountAudience];
const suppressions = [Suppressions, CreateSuppression, DeleteSuppressions, NoteConsent, ServiceWindows];
const imports = [Imports, ReadRejected, ListColumns, ReceiveFile, Pieces, TidyUploads];
const workingImports = [WorkImports, WorkFile, AddMembers, RemoveMembers, Rejections];

/** Audiences: groups, who is in them, and who must not be messaged any more. */
@Module({
  imports: [
    PlatformModule.forService('subscriber', { config: subscriberConfig, database: true }),
    collections,
  ],
  controllers: [
    GroupsController,
    SubscribersController,
    AudienceController,
    SuppressionsController,
    ConsentController,
    ImportsController,
  ],
  providers: [...groups, ...subscribers, ...audience, ...suppressions, ...imports, ...workingImports],
})
export class SubscriberModule {}
