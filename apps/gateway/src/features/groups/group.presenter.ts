import { type DeletedGroup, type Group, type GroupPerson, eachChannel } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { PersonView, presentPerson } from '../people';
import { SubscriberView, presentSubscriber } from '../subscribers';
import { Count, Id, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

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

export const GroupPersonView = View('GroupPerson', {
  person: OrNull(PersonView, {
    description:
      'null: after an upgrade from release 0.3, while the people of existing members are being added',
  }),
  memberships: Type.Array(SubscriberView, {
    description: 'The addresses of the person that are in the group, oldest first',
  }),
});

export const presentGroupPerson = presenter(GroupPersonView, ({ person, memberships }: GroupPerson) => ({
  person: person && presentPerson(person),
  memberships: memberships.map(presentSubscriber),
}));
