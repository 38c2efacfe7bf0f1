import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';
import { AudienceController } from './audience/audience.controller';
import { CountAudience } from './audience/count-audience';
import { Departures } from './audience/departures';
import { FindWithdrawn } from './audience/find-withdrawn';
import { Leavers } from './audience/leavers';
import { Members } from './audience/members';
import { PageAudience } from './audience/page-audience';
import { Suppressed } from './audience/suppressed';
import { subscriberConfig } from './config';
import { CleanUpSchedule } from './groups/clean-up-schedule';
import { CreateGroup } from './groups/create-group';
import { DeleteGroup } from './groups/delete-group';
import { DeletedGroups } from './groups/deleted-groups';
import { FindMissingGroups } from './groups/find-missing-groups';
import { GetGroup } from './groups/get-group';
import { GroupReadsController } from './groups/group-reads.controller';
import { Groups } from './groups/groups';
import { GroupsController } from './groups/groups.controller';
import { ListGroups } from './groups/list-groups';
import { RemoveDeletedGroups } from './groups/remove-deleted-groups';
import { UpdateGroup } from './groups/update-group';
import { Imports } from './imports/imports';
import { ImportsController } from './imports/imports.controller';
import { ListColumns } from './imports/list-columns';
import { ReadRejected } from './imports/read-rejected';
import { AppendPiece } from './imports/receiving/append-piece';
import { BeginImport } from './imports/receiving/begin-import';
import { DiscardUpload } from './imports/receiving/discard-upload';
import { EndUpload } from './imports/receiving/end-upload';
import { Pieces } from './imports/receiving/pieces';
import { TidyUploads } from './imports/receiving/tidy-uploads';
import { Uploads } from './imports/receiving/uploads';
import { UploadsController } from './imports/receiving/uploads.controller';
import { Rejections } from './imports/rejections';
import { AddMembers } from './imports/writing/add-members';
import { ImportLine } from './imports/working/import-line';
import { MemberWrites } from './imports/writing/member-writes';
import { RemoveMembers } from './imports/writing/remove-members';
import { WorkBatch } from './imports/working/work-batch';
import { WorkFile } from './imports/working/work-file';
import { WorkSchedule } from './imports/working/work-schedule';
import { WorkTurn } from './imports/working/work-turn';
import { Conversations } from './inbound/conversations';
import { InboundController } from './inbound/inbound.controller';
import { ReceiveMessage } from './inbound/receive-message';
import { CreateSubscriber } from './subscribers/create-subscriber';
import { DeleteSubscribers } from './subscribers/delete-subscribers';
import { FindSubscribers } from './subscribers/find-subscribers';
import { GetSubscriber } from './subscribers/get-subscriber';
import { ListSubscribers } from './subscribers/list-subscribers';
import { SubscriberReadsController } from './subscribers/subscriber-reads.controller';
import { Subscribers } from './subscribers/subscribers';
import { SubscribersController } from './subscribers/subscribers.controller';
import { UpdateSubscriber } from './subscribers/update-subscriber';
import { ConsentController } from './suppressions/consent.controller';
import { CreateSuppression } from './suppressions/create-suppression';
import { DeleteSuppressions } from './suppressions/delete-suppressions';
import { GetSuppression } from './suppressions/get-suppression';
import { ListSuppressions } from './suppressions/list-suppressions';
import { NoteRefusals } from './suppressions/note-refusals';
import { Suppressions } from './suppressions/suppressions';
import { SuppressionsController } from './suppressions/suppressions.controller';
import { UnsubscribeAddress } from './suppressions/unsubscribe-address';

const groups = [Groups, CreateGroup, GetGroup, ListGroups, UpdateGroup, DeleteGroup, FindMissingGroups];
const deletedGroups = [DeletedGroups, RemoveDeletedGroups, CleanUpSchedule];
const subscribers = [
  Subscribers,
  CreateSubscriber,
  GetSubscriber,
  ListSubscribers,
  FindSubscribers,
  UpdateSubscriber,
  DeleteSubscribers,
];
const receivingImports = [Uploads, Pieces, DiscardUpload, BeginImport, AppendPiece, EndUpload, TidyUploads];
const workingImports = [
  ImportLine,
  MemberWrites,
  AddMembers,
  RemoveMembers,
  WorkBatch,
  WorkFile,
  WorkTurn,
  WorkSchedule,
];
const imports = [Imports, Rejections, ReadRejected, ListColumns, ...receivingImports, ...workingImports];
const suppressions = [Suppressions, CreateSuppression, GetSuppression, ListSuppressions, DeleteSuppressions];
const consent = [UnsubscribeAddress, NoteRefusals, ReceiveMessage, Conversations];
const audience = [Departures, Members, Leavers, Suppressed, PageAudience, FindWithdrawn, CountAudience];

/** Audiences: groups, who is in them, and who must not be messaged any more. */
@Module({
  imports: [PlatformModule.forService('subscriber', { config: subscriberConfig, database: true })],
  controllers: [
    GroupsController,
    GroupReadsController,
    SubscribersController,
    SubscriberReadsController,
    SuppressionsController,
    ConsentController,
    InboundController,
    AudienceController,
    UploadsController,
    ImportsController,
  ],
  providers: [
    ...groups,
    ...deletedGroups,
    ...subscribers,
    ...imports,
    ...suppressions,
    ...consent,
    ...audience,
  ],
})
export class SubscriberModule {}
