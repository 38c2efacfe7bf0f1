import type { Feature } from '@carillon/mongo';
import { SegmentsController } from './segments.controller';

/** Selections of people by conditions. */
export const segments: Feature = { controllers: [SegmentsController] };
