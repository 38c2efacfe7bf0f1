import { type Import, fileFormats, importStates } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

const state = OneOf(importStates, {
  description: 'RECEIVING: the file is being uploaded. RUNNING: the file is stored and being processed',
});
const lines = Count(3, {
  description: 'Processed lines, without blank lines and the header row',
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
  skipped: Count(1, { description: 'Lines with existing members of the group' }),
  rejected,
  suppressed: Count(0, {
    description: 'Lines with suppressed addresses; also included in the other counts',
  }),
  dryRun: Type.Boolean({ description: 'The import only reports what it would do', examples: [false] }),
  misfits: Type.Array(View('ColumnMisfits', { column: Text('birthday'), values: Count(2) }), {
    description:
      'The number of values that are stored as text, because they do not have the type of the attribute',
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
  missing: Count(1, { description: 'Lines that match no member of the group' }),
  rejected,
  createdAt: Time(),
  finishedAt: OrNull(Time()),
});

const withCounts = (job: Import) => ({
  ...job,
  ...job.counts,
  dryRun: job.dryRun ?? false,
  misfits: job.misfits ?? [],
  _id: job.id,
  group: job.groupId,
});

export const presentImport = presenter(ImportView, withCounts);
export const presentRemoval = presenter(RemovalView, withCounts);
