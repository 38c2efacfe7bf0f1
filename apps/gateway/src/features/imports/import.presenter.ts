import { type Import, fileFormats, importStates } from '@carillon/contracts';
import { Count, Id, OneOf, OrNull, Time, View, presenter } from '../../openapi/view';

const state = OneOf(importStates, {
  description: 'RECEIVING: it is still arriving. RUNNING: all of it is here and is worked through',
});
const lines = Count(3, {
  description: 'Lines worked through so far, blank ones and the header row left out',
});
const rejected = Count(1, { description: 'Lines that were not taken' });

export const ImportView = View('Import', {
  _id: Id(),
  group: Id(),
  state,
  format: OneOf(fileFormats),
  lines,
  created: Count(1),
  updated: Count(),
  skipped: Count(1, { description: 'Lines that name who is in the group already' }),
  rejected,
  suppressed: Count(0, {
    description: 'Lines that name somebody who must not be written to; they are counted above as well',
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
  missing: Count(1, { description: 'Lines that name nobody in the group' }),
  rejected,
  createdAt: Time(),
  finishedAt: OrNull(Time()),
});

const withCounts = (job: Import) => ({ ...job, ...job.counts, _id: job.id, group: job.groupId });

export const presentImport = presenter(ImportView, withCounts);
export const presentRemoval = presenter(RemovalView, withCounts);
