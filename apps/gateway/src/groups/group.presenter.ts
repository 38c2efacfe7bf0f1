import { type Group, type GroupCounts, eachChannel } from '@carillon/contracts';

/** A group; `counts` only where they were asked for. */
export interface GroupView {
  _id: string;
  user: string;
  name: string;
  slug: string;
  createdAt: string;
  updatedAt: string;
  counts?: GroupCounts;
}

export function presentGroup({ id, userId, name, slug, createdAt, updatedAt, counts }: Group): GroupView {
  const group = { _id: id, user: userId, name, slug, createdAt, updatedAt };
  if (!counts) return group;
  return { ...group, counts: { total: counts.total, ...eachChannel((channel) => counts[channel]) } };
}
