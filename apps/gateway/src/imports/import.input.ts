import type { FileFormat } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalNotNull } from '../input/rule';

export class ImportQuery {
  @ApiProperty({ description: 'What becomes of who is a member already; skip, if nothing is said' })
  @IsIn(['skip', 'update'])
  @OptionalNotNull()
  readonly onExisting?: 'skip' | 'update';
}

export class ExportQuery {
  @ApiProperty({ description: 'csv, if nothing is said' })
  @IsIn(['csv', 'ndjson'])
  @OptionalNotNull()
  readonly format?: FileFormat;
}
