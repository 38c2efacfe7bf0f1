import { AppError } from '@carillon/contracts';
import type { Delimiter, FormFound, Reading, TextForm } from '@carillon/input';

/** The names of delimiters in sentences and parameters. */
export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};

const binaryNames = {
  xlsx: 'an Excel workbook (.xlsx)',
  xls: 'an old Excel workbook (.xls)',
  other: 'not a text file',
} as const;

/**
 * The delimiter of a CSV file whose form is certain. Everything that the request doesn't state must be the default:
 * UTF-8, commas, and lines that end in LF or CRLF. Only a first line `sep=;` also counts as a statement.
 * @throws AppError file_form_unclear with the detected form and the parameter to pass
 */
export function certainDelimiter(stated: Partial<TextForm>, found: FormFound): Delimiter {
  if (found.binary)
    throw unclear(`The file is ${binaryNames[found.binary]}. Save it as CSV in UTF-8`, 'encoding', ['utf-8']);
  const [first] = found.readings;
  if (stated.encoding === undefined && first && (first.encoding !== 'utf-8' || found.readings.length > 1)) {
    const ways = found.readings.map(shownReading).join(', or ');
    const advice = `pass \`encoding=${first.encoding}\`${found.readings.length > 1 ? ' or another one' : ''}, or save the file in UTF-8`;
    const names = found.readings.map(({ encoding }) => encoding);
    throw unclear(
      `The encoding of the file is not UTF-8. It can be read as ${ways}: ${advice}`,
      'encoding',
      names,
    );
  }
  if (stated.newline === undefined && found.newline === 'cr')
    throw unclear('The line endings of the file are CR, as on old Macs. Pass `newline=cr`', 'newline', [
      'cr',
    ]);
  if (stated.delimiter !== undefined) return stated.delimiter;
  const { delimiter, delimiterChoices, declaresDelimiter } = found;
  if (declaresDelimiter || delimiterChoices.includes(',')) return declaresDelimiter ? delimiter : ',';
  const names = delimiterChoices.map((each) => delimiterNames[each]);
  throw unclear(
    `The delimiter of the file is not a comma but ${names.map((name) => `a ${name}`).join(' or ')}. Pass \`delimiter=${names[0] ?? ''}\``,
    'delimiter',
    names,
  );
}

function shownReading({ encoding, words }: Reading): string {
  return words.length === 0 ? encoding : `${encoding} (${words.join(', ')})`;
}

/** `parameter` and `candidates` are members of the problem, for programs. */
function unclear(detail: string, parameter: string, candidates: readonly string[]): AppError {
  return new AppError('file_form_unclear', detail, [], { parameter, candidates: candidates.join(' ') });
}
