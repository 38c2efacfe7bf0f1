import type { FileFormat } from '@carillon/contracts';
import { Optional } from '../checks/rule';
import { oneOf } from '../checks/scalars';

export class ImportQuery {
  /** What becomes of who is in the group already. */
  @Optional(oneOf(['skip', 'update']), { default: 'skip' })
  readonly onExisting?: 'skip' | 'update';
}

export class ExportQuery {
  @Optional(oneOf(['csv', 'ndjson']), { default: 'csv' })
  readonly format?: FileFormat;
}
