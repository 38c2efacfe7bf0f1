import type { Feature } from '@carillon/mongo';
import { SavedFiltersController } from './saved-filters.controller';

/** Filters of the campaign list that all members of an account see. */
export const savedFilters: Feature = { controllers: [SavedFiltersController] };
