import { type DeletedGroup, type Group, eachChannel } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, Id, Part, Text, Time, View, presenter } from '../../openapi/view';

const Counts = Part({ total: Count(6), ...eachChannel(() => Count(2)) });

export const GroupView = View('Group', {
  _id: Id(),
  user: Id(),
  name: Text('Choir'),
  slug: Text('choir'),
  createdAt: Time(),
  updatedAt: Time(),
  /** Present only if the counts were requested. */
  counts: Type.Optional(Counts),
});

export const presentGroup = presenter(GroupView, (group: Group) => ({
  ...group,
  _id: group.id,
  user: group.userId,
}));

export const DeletedGroupView = View('DeletedGroup', {
  _id: Id(),
  name: Text('Choir', { description: 'The name of the group at its deletion' }),
  deletedAt: Time(),
});

export const presentDeletedGroup = presenter(DeletedGroupView, (group: DeletedGroup) => ({
  ...group,
  _id: group.id,
}));
