import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { CampaignStatus, campaignFilter } from './campaign';
import { command, read } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { ApprovalState } from './approval';

/** What a saved filter selects. Unlike in a request, `isArchived` is always set. */
export const SavedCampaignFilter = Type.Object({ ...campaignFilter, isArchived: Type.Boolean() });
export type SavedCampaignFilter = Static<typeof SavedCampaignFilter>;

/** A filter of the campaign list that all members of the account see. */
export const SavedFilter = Type.Object({
  id: Id,
  userId: Id,
  name: Type.String(),
  filter: SavedCampaignFilter,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SavedFilter = Static<typeof SavedFilter>;

/** The given parts replace those of a saved filter. Null removes a part. */
const FilterChanges = Type.Object({
  status: Type.Optional(Nullable(CampaignStatus)),
  search: Type.Optional(Nullable(Type.String())),
  tag: Type.Optional(Nullable(Type.String())),
  approval: Type.Optional(Nullable(ApprovalState)),
  isArchived: Type.Optional(Type.Boolean()),
});
export type FilterChanges = Static<typeof FilterChanges>;

const which = { userId: Id, id: Id };

export const savedFilterMessages = {
  /** Errors: quota_exceeded; saved_filter_name_taken; saved_filter_not_found for a repeat after the deletion. */
  'saved-filter.create': command(
    'campaign',
    Type.Object({ ...which, by: By, name: Type.String(), filter: SavedCampaignFilter }),
    SavedFilter,
  ),
  /** Errors: saved_filter_not_found. */
  'saved-filter.get': command('campaign', Type.Object(which), SavedFilter),
  /** Oldest first. */
  'saved-filter.list': read('campaign', Type.Object({ userId: Id, ...PageRequest }), Page(SavedFilter)),
  /** Changes the given parts. Errors: saved_filter_not_found, saved_filter_name_taken. */
  'saved-filter.update': command(
    'campaign',
    Type.Object({ ...which, by: By, name: Type.Optional(Type.String()), filter: FilterChanges }),
    SavedFilter,
  ),
  /** Errors: saved_filter_not_found. */
  'saved-filter.delete': command('campaign', Type.Object({ ...which, by: By }), Deleted),
};
