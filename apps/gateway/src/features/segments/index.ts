import type { Feature } from '@carillon/mongo';
import { SegmentsController } from './segments.controller';

export { conditionsSchema } from './segment.input';

/** Selections of people by conditions. */
export const segments: Feature = { controllers: [SegmentsController] };
