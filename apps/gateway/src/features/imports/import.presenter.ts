import { type Import, fileFormats, importStates } from '@carillon/contracts';
import { Count, Id, OneOf, OrNull, Time, View, presenter } from '../../openapi/view';

const state = OneOf(importStates, {
  description: 'RECEIVING: the file is still arriving. RUNNING: it has arrived and is being processed',
});
const lines = Count(3, {
  description: 'Lines processed so far, without blank ones and the header row',
});
const rejected = Count(1, { description: 'Rejected lines' });

export const ImportView = View('Import', {
  _id: Id(),
  group: Id(),
  state,
  format: OneOf(fileFormats),
  lines,
  created: Count(1),
  updated: Count(),
  skipped: Count(1, { description: 'Lines that name existing members of the group' }),
  rejected,
  suppressed: Count(0, {
    description: 'Lines that name suppressed addresses; they are counted above as well',
  }),
  createdAt: Time(),
  finishedAt: OrNull(Time()),
});

export const RemovalView = View('Removal', {
  _id: Id(),
  group: Id(),
  state,
  format: OneOf(fileFormats),
  lines,
  removed: Count(1),
  missing: Count(1, { description: 'Lines that name no member of the group' }),
  rejected,
  createdAt: Time(),
  finishedAt: OrNull(Time()),
});

const withCounts = (job: Import) => ({ ...job, ...job.counts, _id: job.id, group: job.groupId });

export const presentImport = presenter(ImportView, withCounts);
export const presentRemoval = presenter(RemovalView, withCounts);
