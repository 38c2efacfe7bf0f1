import { type Feature, noteRelay } from '@carillon/mongo';
import { EditSavedFilters } from './edit-saved-filters';
import { SavedFilterRecord, SavedFilterSchema, SavedFilters } from './saved-filters';
import { SavedFiltersController } from './saved-filters.controller';

export { SavedFilters } from './saved-filters';

/** Filters of the campaign list that all members of an account see. */
export const savedFilters: Feature = {
  collections: [{ name: SavedFilterRecord.name, schema: SavedFilterSchema }],
  controllers: [SavedFiltersController],
  providers: [noteRelay(SavedFilterRecord), SavedFilters, EditSavedFilters],
};
