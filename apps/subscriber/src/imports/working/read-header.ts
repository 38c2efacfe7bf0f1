import { headerIssues } from '../reading/csv-columns';
import { reasonOf } from '../reading/read-row';
import type { Batch } from './batch';
import type { Claimed } from '../import-document';

type Begun = { flaw: null; claimed: Claimed; batch: Batch } | { flaw: string };

/** Takes the header row from the first batch of a CSV file. `flaw`: why nothing can come of the file. */
export function readHeader(claimed: Claimed, batch: Batch): Begun {
  if (claimed.format !== 'csv' || claimed.columns) return { flaw: null, claimed, batch };
  const [header, ...records] = batch.records;
  if (!header) return { flaw: 'header: required' };
  if (!header.cells) return { flaw: `header: ${header.flaw ?? 'malformed_csv'}` };
  const issues = headerIssues(header.cells);
  if (issues.length > 0) return { flaw: `header: ${reasonOf(issues)}` };
  return { flaw: null, claimed: { ...claimed, columns: [...header.cells] }, batch: { ...batch, records } };
}
