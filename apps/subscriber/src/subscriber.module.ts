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
  ],
  providers: [...groups, ...deletedGroups, ...subscribers, ...suppressions, ...consent, ...audience],
})
export class SubscriberModule {}
