import { type SavedFilter, approvalStates } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';
import { CampaignStatus } from '../campaigns';

/** Null: the filter does not limit this. */
export const SavedFilterView = View('SavedFilter', {
  _id: Id(),
  user: Id(),
  name: Text('Sent in spring'),
  status: OrNull(CampaignStatus, { description: 'Null: any status' }),
  search: OrNull(Text('concert'), { description: 'A part of the name. Null: any name' }),
  tag: OrNull(Text('Spring'), { description: 'Null: with or without tags' }),
  approval: OrNull(OneOf(approvalStates), {
    description: 'The state of the latest request for an approval. Null: any, or no request',
  }),
  archived: Type.Boolean({
    description: 'true: only campaigns in the archive; false: only the others',
    examples: [false],
  }),
  createdAt: Time(),
  updatedAt: Time(),
});

export const presentSavedFilter = presenter(
  SavedFilterView,
  ({ id, userId, filter, ...saved }: SavedFilter) => ({
    ...saved,
    _id: id,
    user: userId,
    status: filter.status ?? null,
    search: filter.search ?? null,
    tag: filter.tag ?? null,
    approval: filter.approval ?? null,
    archived: filter.isArchived,
  }),
);
