import type { FileFormat } from '@carillon/contracts';
import type { PhoneCountry } from '@carillon/address';
import { type Encoding, type TextForm, delimiters, encodings } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsCountry } from '../../http/input/country';
import { Holds, OptionalNotNull } from '../../http/input/rule';
import { columnsRule } from './column-options';
import { IsFormulas, type Formulas } from './downloads';
import { delimiterNames } from './file-form';

const delimiterChoices = Object.values(delimiterNames);

/** The form of a file if it isn't UTF-8 with commas. */
export class FileQuery {
  @ApiProperty({ description: 'The encoding of a CSV file, by its WHATWG name; absent: utf-8' })
  @IsIn(encodings)
  @OptionalNotNull()
  readonly encoding?: Encoding;

  @ApiProperty({ description: 'The cell delimiter of a CSV file; absent: comma' })
  @IsIn(delimiterChoices)
  @OptionalNotNull()
  readonly delimiter?: string;

  @ApiProperty({ description: 'The line ending of a CSV file; absent: lf, which includes CRLF' })
  @IsIn(['lf', 'cr'])
  @OptionalNotNull()
  readonly newline?: 'lf' | 'cr';

  @IsCountry({
    description:
      'The country (ISO 3166-1 alpha-2) of phone numbers without a country code; absent: the default country of the account. If there is none, such numbers are rejected',
  })
  @OptionalNotNull()
  readonly defaultCountry?: PhoneCountry;
}

export class ImportQuery extends FileQuery {
  @ApiProperty({
    description:
      'How values of existing members and people are handled. `fill` adds values that a known person lacks. Default: skip',
  })
  @IsIn(['skip', 'fill', 'update'])
  @OptionalNotNull()
  readonly onExisting?: 'skip' | 'fill' | 'update';

  @ApiProperty({
    description:
      'How to read columns with attributes of people, as JSON. For each column: `type` (text, number, boolean, date, list), `form` of its decimals (point, comma) or dates (ymd, dmy, mdy), and `rule` for existing values (keep, fill, overwrite). For a column with consents: `optedOut` with a `channel` and the `values` that mean an opt-out. Absent: values are text, and `onExisting` applies',
  })
  @Holds('isColumns', columnsRule)
  @OptionalNotNull()
  readonly columns?: string;

  @ApiProperty({ description: 'true: reports what the import would do, and writes nothing' })
  @IsIn(['true', 'false'])
  @OptionalNotNull()
  readonly dryRun?: 'true' | 'false';
}

export function statedForm({ encoding, delimiter, newline }: FileQuery): Partial<TextForm> {
  const named = delimiters.find((each) => delimiterNames[each] === delimiter);
  return {
    ...(encoding !== undefined && { encoding }),
    ...(named !== undefined && { delimiter: named }),
    ...(newline !== undefined && { newline }),
  };
}

export class ExportQuery {
  @ApiProperty({ description: 'Absent: csv' })
  @IsIn(['csv', 'ndjson'])
  @OptionalNotNull()
  readonly format?: FileFormat;

  @IsFormulas readonly formulas?: Formulas;
}
