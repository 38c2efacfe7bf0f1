import { type Feature, noteRelay } from '@carillon/mongo';
import { webhookEventRelay } from '@carillon/webhooks';
import { CountSegment } from './count-segment';
import { EditSegments } from './edit-segments';
import { MatchingPeople } from './matching-people';
import { PeopleSets } from './people-sets';
import { References } from './references';
import { SegmentRecord, SegmentSchema, SegmentVersionRecord, SegmentVersionSchema } from './segment-document';
import { Segments } from './segments';
import { SegmentsController } from './segments.controller';

export { clausesOf } from './clauses';
export type { Facts } from './evaluate';
export type { Evaluation } from './matching-people';
export { MatchingPeople } from './matching-people';
export { type CheckedReferences, References, conditionsIn } from './references';
export { Segments } from './segments';

/** Selections of people by conditions. */
export const segments: Feature = {
  collections: [
    { name: SegmentRecord.name, schema: SegmentSchema },
    { name: SegmentVersionRecord.name, schema: SegmentVersionSchema },
  ],
  controllers: [SegmentsController],
  providers: [
    noteRelay(SegmentRecord),
    webhookEventRelay(SegmentRecord),
    Segments,
    References,
    MatchingPeople,
    PeopleSets,
    EditSegments,
    CountSegment,
  ],
};
