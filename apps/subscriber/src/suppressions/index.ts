import { type Feature, noteRelay } from '@carillon/mongo';
import { webhookEventRelay } from '@carillon/webhooks';
import { CampaignOptOuts } from './campaign-opt-outs';
import { ErasedHashes } from './erased-hashes';
import { EditSuppressions } from './edit-suppressions';
import { OptOutsByDay } from './opt-outs-by-day';
import { ReadSuppressions } from './read-suppressions';
import { SuppressedAddresses } from './suppressed-addresses';
import { SuppressionRecord, SuppressionSchema } from './suppression-document';
import { SuppressionErasure } from './suppression-erasure';
import { Suppressions } from './suppressions';
import { SuppressionsController } from './suppressions.controller';
import { TopicOptOuts } from './topic-opt-outs';

export { type Eligibility, type EligibilityEvent, importSource } from './eligibility';
export { SuppressedAddresses } from './suppressed-addresses';
export {
  type Address,
  type AddressHistory,
  shown,
  shownLifted,
  shownPreferences,
} from './suppression-document';
export { EditSuppressions } from './edit-suppressions';
export { SuppressionErasure } from './suppression-erasure';
export { Suppressions } from './suppressions';
export { TopicOptOuts, optOutOf } from './topic-opt-outs';

/** The suppression list: addresses, and the reasons. */
export const suppressions: Feature = {
  collections: [{ name: SuppressionRecord.name, schema: SuppressionSchema }],
  controllers: [SuppressionsController],
  providers: [
    Suppressions,
    SuppressedAddresses,
    TopicOptOuts,
    CampaignOptOuts,
    OptOutsByDay,
    SuppressionErasure,
    noteRelay(SuppressionRecord),
    webhookEventRelay(SuppressionRecord),
    EditSuppressions,
    ReadSuppressions,
    ErasedHashes,
  ],
};
