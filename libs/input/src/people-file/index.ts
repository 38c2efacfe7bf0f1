export { folded } from '../fold';
export { phoneCountries } from '@carillon/address';
export { identifierOf, isBlankCell, trimmedCell } from './cells';
export {
  type AddressMapping,
  type ContactColumn,
  type Mapping,
  type PeopleMapping,
  type PersonColumn,
  channelNameOf,
  columnsOf,
  contactColumns,
  guessAddressMapping,
  guessMapping,
  guessPeople,
  hasAddresses,
  hasPeople,
  personColumns,
} from './columns';
export { decodeFile } from './decode-file';
export type { FileRecord, Position, RecordFlaw } from './file-record';
export {
  type ColumnValue,
  type FileHead,
  type Judgment,
  type MeantFile,
  type OpenFile,
  type RejectedFor,
  apiColumns,
  examineFile,
  groupRejected,
  headOf,
  judgeFile,
  lacksCountryCode,
  readMeantRow,
  recordsOf,
  rewriteFile,
} from './meant-file';
export {
  type AttributeValue,
  type Contact,
  type ContactFields,
  attributeIssues,
  contactLimits,
  contactReaders,
  readContact,
} from './read-contact';
export { type FileLayout, readFile } from './read-file';
export { type Person, type Row, type Shape, headerIssues, readRow, reasonOf, shown } from './read-row';
export {
  type Delimiter,
  type Encoding,
  type FormFound,
  type Reading,
  type TextForm,
  TextEvidence,
  delimiters,
  encodings,
} from './text-form';
export { TimeSlice } from './time-slice';
export {
  type GuessedColumn,
  type ValueForm,
  dateText,
  formsOf,
  guessColumn,
  typedValue,
  valueText,
} from './typed-value';
