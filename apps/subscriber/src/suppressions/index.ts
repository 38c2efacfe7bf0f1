import { type Feature, noteRelay } from '@carillon/mongo';
import { webhookEventRelay } from '@carillon/webhooks';
import { ErasedHashes } from './erased-hashes';
import { EditSuppressions } from './edit-suppressions';
import { SuppressionRecord, SuppressionSchema } from './suppression-document';
import { Suppressions } from './suppressions';
import { SuppressionsController } from './suppressions.controller';

export type { EligibilityEvent } from './eligibility';
export { type Address, type AddressHistory, shown, shownLifted } from './suppression-document';
export { Suppressions } from './suppressions';

/** The suppression list: addresses, and the reasons. */
export const suppressions: Feature = {
  collections: [{ name: SuppressionRecord.name, schema: SuppressionSchema }],
  controllers: [SuppressionsController],
  providers: [
    Suppressions,
    noteRelay(SuppressionRecord),
    webhookEventRelay(SuppressionRecord),
    EditSuppressions,
    ErasedHashes,
  ],
};
