import type { FileFormat } from '@carillon/contracts';
import { Optional } from '../checks/rule';
import { oneOf } from '../checks/scalars';

export class ImportQuery {
  /** What becomes of who is in the group already. */
  @Optional(oneOf(['skip', 'update']), {
    description: 'What becomes of who is a member already; skip, if nothing is said',
  })
  readonly onExisting?: 'skip' | 'update';
}

export class ExportQuery {
  @Optional(oneOf(['csv', 'ndjson']), { description: 'csv, if nothing is said' })
  readonly format?: FileFormat;
}
