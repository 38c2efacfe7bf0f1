import {
  type FormFound,
  type Mapping,
  type MeantFile,
  type OpenFile,
  apiColumns,
  contactColumns,
  examineFile,
  guessAddressMapping,
  guessMapping,
  headOf,
  rewriteFile,
} from '@carillon/input';
import { UsageError } from '../failures';
import { type StatedForm, delimiters } from './file-form';

/** What the rows of a file may be: people with all their addresses, or only one address on one channel each. */
export type RowKind = 'people' | 'addresses';

const binaryNames = {
  xlsx: 'is an Excel workbook (.xlsx)',
  xls: 'is an old Excel workbook (.xls)',
  other: 'is not a text file',
} as const;

/** A file as the API reads it, and its detected form; null: the API can read it unchanged. */
export interface PreparedFile {
  open: OpenFile;
  found: string;
}

/**
 * Checks a CSV file, and converts it during the upload if the API can't read it without parameters: another encoding or
 * separator, other column names, one channel for all rows.
 * @throws UsageError for a workbook, and if the encoding is ambiguous
 */
export async function preparedFile(
  file: string,
  open: OpenFile,
  stated: StatedForm,
  rows: RowKind = 'people',
): Promise<PreparedFile | null> {
  const found = await examineFile(open);
  if (found.binary) throw new UsageError(`${file} ${binaryNames[found.binary]}. Save it as CSV in UTF-8`);
  if (stated.encoding === undefined && found.readings.length > 1) throw unclearEncoding(file, found);
  const form = {
    encoding: stated.encoding ?? found.encoding,
    delimiter: stated.delimiter === undefined ? found.delimiter : delimiters[stated.delimiter],
    newline: found.newline,
  };
  const { columns, isHeaderless } = await headOf(open, form, 1);
  const mapping = rows === 'people' ? guessMapping(columns) : guessAddressMapping(columns);
  const names = apiColumns({ columns, mapping });
  const hasOwn = columns.includes('identifier') && columns.includes('integration');
  const isNamed = !isHeaderless && (hasOwn || names.join('\n') === columns.join('\n'));
  if (isNamed && form.encoding === 'utf-8' && form.delimiter === ',' && form.newline === 'lf') return null;
  const meant: MeantFile = { form, columns, isHeaderless, mapping };
  return { open: () => rewriteFile(open, meant), found: shown(meant) };
}

function unclearEncoding(file: string, { readings }: FormFound): UsageError {
  const ways = readings.map(({ encoding, words }) => `  --encoding ${encoding}   ${words.join(', ')}`);
  return new UsageError(
    `The encoding of ${file} is ambiguous. Choose the correct spelling:\n${ways.join('\n')}`,
  );
}

function shown({ form, mapping, isHeaderless }: MeantFile): string {
  const name = Object.entries(delimiters).find(([, letter]) => letter === form.delimiter)?.[0] ?? 'comma';
  const header = isHeaderless ? ', no header row' : '';
  return `Detected: ${form.encoding}, separator ${name}${header}; ${shownMapping(mapping)}`;
}

function shownMapping(mapping: Mapping): string {
  const { people } = mapping;
  if (people) {
    const chosen = contactColumns.filter((column) => people[column] !== null);
    return `one person for each row, ${chosen.map((column) => `${column} in "${people[column]}"`).join(', ')}`;
  }
  const channel = mapping.channel === null ? `all ${mapping.everybody}` : `channel in "${mapping.channel}"`;
  return `address in "${mapping.address}", ${channel}`;
}
