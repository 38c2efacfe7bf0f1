import type { Import, ImportMapping, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { ImportMappings } from './import-mappings';
import { Imports } from './imports';
import { ListColumns } from './list-columns';
import { ReceiveFile } from './receive-file';
import { ReadRejected } from './rejections';
import { Uploads } from './uploads';

@Controller()
export class ImportsController {
  constructor(
    private readonly receiveFile: ReceiveFile,
    private readonly uploads: Uploads,
    private readonly imports: Imports,
    private readonly readRejected: ReadRejected,
    private readonly listColumns: ListColumns,
    private readonly importMappings: ImportMappings,
  ) {}

  @Command('import.begin')
  begin(begin: Payload<'import.begin'>): Promise<Import> {
    return this.receiveFile.begin(begin);
  }

  @Command('import.append')
  async append(piece: Payload<'import.append'>): Promise<Record<string, never>> {
    await this.receiveFile.append(piece);
    return {};
  }

  @Command('import.end')
  end(end: Payload<'import.end'>): Promise<Import> {
    return this.receiveFile.end(end);
  }

  @Command('import.break')
  async break(upload: Payload<'import.break'>): Promise<Record<string, never>> {
    await this.uploads.giveUp(upload);
    return {};
  }

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
    return this.readRejected.read(query);
  }

  @Command('import-mapping.list')
  mappings(query: Payload<'import-mapping.list'>): Promise<Reply<'import-mapping.list'>> {
    return this.importMappings.page(query);
  }

  @Command('import-mapping.save')
  saveMapping(command: Payload<'import-mapping.save'>): Promise<ImportMapping> {
    return this.importMappings.save(command);
  }

  @Command('export.columns')
  columns(query: Payload<'export.columns'>): Promise<Reply<'export.columns'>> {
    return this.listColumns.list(query);
  }
}
