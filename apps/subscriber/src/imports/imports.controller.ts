import { Controller } from '@nestjs/common';
import type { Import, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Imports } from './imports';
import { ListColumns } from './list-columns';
import { ReadRejected } from './read-rejected';

/** What is asked about files of members, in and out. */
@Controller()
export class ImportsController {
  constructor(
    private readonly imports: Imports,
    private readonly readRejected: ReadRejected,
    private readonly listColumns: ListColumns,
  ) {}

  @Command('import.get')
  get(query: Payload<'import.get'>): Promise<Import> {
    return this.imports.get(query);
  }

  @Command('import.list')
  list(query: Payload<'import.list'>): Promise<Reply<'import.list'>> {
    return this.imports.page(query);
  }

  @Command('import.rejected')
  rejected(query: Payload<'import.rejected'>): Promise<Reply<'import.rejected'>> {
    return this.readRejected.execute(query);
  }

  @Command('export.columns')
  columns(query: Payload<'export.columns'>): Promise<Reply<'export.columns'>> {
    return this.listColumns.execute(query);
  }
}
