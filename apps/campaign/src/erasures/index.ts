import type { Feature } from '@carillon/mongo';
import { ErasuresController } from './erasures.controller';

/** Erases the campaigns of deleted users. This service stores no data of other people. */
export const erasures: Feature = { controllers: [ErasuresController] };
