import { Controller } from '@nestjs/common';
import type { Import, Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { AppendPiece } from './append-piece';
import { BeginImport } from './begin-import';
import { EndUpload } from './end-upload';
import { Uploads } from './uploads';

/** How files come here. */
@Controller()
export class UploadsController {
  constructor(
    private readonly beginImport: BeginImport,
    private readonly appendPiece: AppendPiece,
    private readonly endUpload: EndUpload,
    private readonly uploads: Uploads,
  ) {}

  @Command('import.begin')
  begin(begin: Payload<'import.begin'>): Promise<Import> {
    return this.beginImport.execute(begin);
  }

  @Command('import.append')
  async append(piece: Payload<'import.append'>): Promise<Record<string, never>> {
    await this.appendPiece.execute(piece);
    return {};
  }

  @Command('import.end')
  end(end: Payload<'import.end'>): Promise<Import> {
    return this.endUpload.execute(end);
  }

  @Command('import.break')
  async break(upload: Payload<'import.break'>): Promise<Record<string, never>> {
    await this.uploads.fail(upload);
    return {};
  }
}
