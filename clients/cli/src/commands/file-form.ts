import type { Delimiter, Encoding } from '@carillon/input';
import { oneOf } from '../words';

/** The form of a CSV file according to the options. Omitted properties are detected in the file. */
export interface StatedForm {
  encoding?: Encoding | undefined;
  delimiter?: DelimiterName | undefined;
}

/** The API's names for delimiters. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const satisfies Record<
  string,
  Delimiter
>;
type DelimiterName = keyof typeof delimiters;

/** Listed here because `@carillon/input` takes long to load, and few commands read files. The type finds gaps. */
const encodings: Record<Encoding, true> = {
  'utf-8': true,
  'utf-16le': true,
  'utf-16be': true,
  'windows-1252': true,
  'windows-1250': true,
  'iso-8859-2': true,
  'windows-1254': true,
  'windows-1257': true,
  'windows-1251': true,
  'koi8-r': true,
  'windows-1253': true,
  'windows-1255': true,
  'windows-1256': true,
  macintosh: true,
  shift_jis: true,
  gb18030: true,
  big5: true,
  'euc-jp': true,
  'euc-kr': true,
};

export const encodingOption = oneOf(...(Object.keys(encodings) as Encoding[]));
export const delimiterOption = oneOf(...(Object.keys(delimiters) as DelimiterName[]));
