import type { Feature } from '@carillon/mongo';
import { ErasuresController } from './erasures.controller';

/** Erases the campaigns of deleted users. Of people nothing is stored here. */
export const erasures: Feature = { controllers: [ErasuresController] };
