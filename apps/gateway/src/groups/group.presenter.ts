import { type Group, eachChannel } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { Count, Id, Part, Text, Time, View } from '../openapi/view';

const Counts = Part({ total: Count(6), ...eachChannel(() => Count(2)) });

export const GroupView = View('Group', {
  _id: Id(),
  user: Id(),
  name: Text('Choir'),
  slug: Text('choir'),
  createdAt: Time(),
  updatedAt: Time(),
  /** Only where they were asked for. */
  counts: Type.Optional(Counts),
});
export type GroupView = Static<typeof GroupView>;

export function presentGroup({ id, userId, name, slug, createdAt, updatedAt, counts }: Group): GroupView {
  const group = { _id: id, user: userId, name, slug, createdAt, updatedAt };
  if (!counts) return group;
  return { ...group, counts: { total: counts.total, ...eachChannel((channel) => counts[channel]) } };
}
