import { useLanguage } from '../../texts';
import { countingIn } from '../../texts/counting';

const [english, german] = [countingIn('en'), countingIn('de')];

const en = {
  remembered: 'Columns were preselected from your last import of a similar file.',
  asStored: 'First rows, as they will be stored',
  asPeople: 'First people, as they will be stored',
  columnTypes: 'Types of the other columns',
  column: 'Column',
  valueForm: 'Form',
  rule: 'Existing values',
  typeOf: (column: string) => `Type of ${column}`,
  formOf: (column: string) => `Form of ${column}`,
  ruleOf: (column: string) => `Existing values of ${column}`,
  asText: 'As in the file',
  asFile: 'As for the whole file',
  forms: {
    ...{ point: '1,234.5', comma: '1.234,5' },
    ...{ ymd: 'Year, month, day', dmy: 'Day, month, year', mdy: 'Month, day, year' },
  },
  rules: { keep: 'Keep', fill: 'Add if missing', overwrite: 'Replace' },
  misfits: 'Some values are not of the type of their column. They are stored as text.',
  try: 'Try without importing',
  trialDone: 'What the import would do',
  trialHint: 'Nothing was changed. To import the file, select Import file.',
  wouldAdd: 'Rows that would be added',
  wouldChange: 'Rows that would change people',
  wouldKeep: 'Rows that would change nothing',
  notTaken: 'will not be imported',
  noAddress: 'This column contains no addresses for the channel. Choose another column.',
  empty: 'The file has no rows to import.',
  preparing: (share: string) => `Reading the file: ${share}`,
  form: (separator: string, encoding: string) => `${separator}-separated file detected (${encoding}).`,
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Pipe' } as Readonly<
    Record<string, string>
  >,
  separator: 'Column separator',
  whichLetters: 'Which spelling is right?',
  whichLettersHint:
    'The file does not declare its encoding. Choose the row in which names are spelled correctly.',
  headerless:
    'The first row contains data instead of column names, so the columns are numbered. To use placeholders such as {{name}}, add a row with column names at the top of the file.',
  binary: {
    xlsx: 'This is an Excel workbook. In Excel, choose File > Save As > “CSV UTF-8 (Comma delimited)”. Then choose that file here.',
    xls: 'This is an old Excel workbook. In Excel, choose File > Save As > “CSV UTF-8 (Comma delimited)”. Then choose that file here.',
    other: 'This is not a text file. Export your contacts as CSV. Then choose that file here.',
  },
  checking: (share: string) => `Checking all rows: ${share}`,
  checked: (taken: number, lines: number) =>
    `${english.n.format(taken)} of ${english.many(lines, 'row', 'rows')} can be imported.`,
  repeated: (count: number) =>
    `${english.many(count, 'row repeats', 'rows repeat')} an address in the file. Each person is added once.`,
  repeatedPeople: (count: number) =>
    `${english.many(count, 'row repeats', 'rows repeat')} an address or external ID. Rows with the same address or ID become one person.`,
  invalidValues:
    'If a value is invalid, the whole row is rejected, and none of its addresses are added. An empty cell is not an error.',
  chooseAddresses: 'Choose a column for email, SMS, or WhatsApp.',
  nothingImportable: 'No row can be imported. Choose another column or setting.',
  notTakenLines: (count: number) => english.many(count, 'row will be rejected', 'rows will be rejected'),
  assumed: (count: number, country: string) =>
    `${english.many(count, 'number has', 'numbers have')} no country code. Carillon reads them as numbers from ${country}. If that’s wrong, choose another country.`,
  treatAs: (count: number, country: string) =>
    `${english.many(count, 'number', 'numbers')} without a country code: treat as ${country}`,
  unnamedValue: 'has a value in an unnamed column',
  examples: 'For example',
  lines: (numbers: string) => `Row ${numbers}`,
  doneNobody: 'No contacts imported',
  tooLong: 'is longer than 64 KiB',
  malformedCsv: 'has a misplaced quotation mark',
  invalidText: 'has characters that are not UTF-8',
  total: (count: number) => english.many(count, 'row was rejected', 'rows were rejected'),
  again: 'Download rejected rows to fix',
  againHint: 'A file with only the rejected rows and their columns. Correct them, and drop the file here.',
  leave: 'You can leave this page. To check the progress, return to the same URL.',
  consentColumn: 'Consent',
  consents: 'Who opted out',
  consentsHint:
    'Carillon adds people who opted out to the suppression list, so they receive no messages on the channel. These columns aren’t stored.',
  optedOutOf: (column: string, channel: string) => `${column}: values of people who opted out (${channel})`,
  consentChannel: (column: string) => `Channel of ${column}`,
  optedOut: 'opted out',
  suppressed: 'Rows with suppressed addresses',
  personConflict: 'The addresses and the external ID belong to different people',
  noAddresses: 'has no address',
  unknownLocale: 'Language is neither a language code, such as de or pt-BR, nor the name of a language',
  unknownTimeZone: 'Time zone is not a name such as Europe/Berlin',
  unknownCountry: 'Country is neither a two-letter country code, such as DE, nor the name of a country',
  tooManyAddresses: 'The person has too many addresses on a channel',
  tooManyAttributes: 'The person has too many fields',
  attributesTooBig: 'The data of the person is too large',
  noRoomForSubscribers: 'Your plan allows no more group members',
  noRoomForPeople: 'Your plan allows no more people',
  noRoomForAttributes: 'Your account has too many different data fields',
};

export type ImportTexts = typeof en;

const de: ImportTexts = {
  remembered: 'Die Spalten wurden von Ihrem letzten Import einer ähnlichen Datei übernommen.',
  asStored: 'Erste Zeilen, wie sie gespeichert werden',
  columnTypes: 'Typen der übrigen Spalten',
  column: 'Spalte',
  valueForm: 'Form',
  rule: 'Vorhandene Werte',
  typeOf: (column) => `Typ von ${column}`,
  formOf: (column) => `Form von ${column}`,
  ruleOf: (column) => `Vorhandene Werte von ${column}`,
  asText: 'Wie in der Datei',
  asFile: 'Wie für die ganze Datei',
  forms: {
    ...{ point: '1,234.5', comma: '1.234,5' },
    ...{ ymd: 'Jahr, Monat, Tag', dmy: 'Tag, Monat, Jahr', mdy: 'Monat, Tag, Jahr' },
  },
  rules: { keep: 'Behalten', fill: 'Ergänzen, wenn keiner da ist', overwrite: 'Ersetzen' },
  misfits: 'Einige Werte passen nicht zum Typ ihrer Spalte. Sie werden als Text gespeichert.',
  try: 'Ausprobieren, ohne zu importieren',
  trialDone: 'Das würde der Import tun',
  trialHint: 'Nichts wurde geändert. Wählen Sie „Datei importieren“, um sie zu importieren.',
  wouldAdd: 'Zeilen, die hinzukämen',
  wouldChange: 'Zeilen, die Personen ändern würden',
  wouldKeep: 'Zeilen, die nichts ändern würden',
  asPeople: 'Erste Personen, wie sie gespeichert werden',
  notTaken: 'wird nicht importiert',
  noAddress: 'Diese Spalte enthält keine Adressen für den Kanal. Wählen Sie eine andere Spalte.',
  empty: 'Die Datei enthält keine Zeilen zum Importieren.',
  preparing: (share) => `Die Datei wird gelesen: ${share}`,
  form: (separator, encoding) => `Datei mit Trennzeichen „${separator}“ erkannt (${encoding}).`,
  separators: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator', '|': 'Senkrechter Strich' },
  separator: 'Spaltentrennzeichen',
  whichLetters: 'Welche Schreibweise stimmt?',
  whichLettersHint:
    'Die Datei gibt ihre Kodierung nicht an. Wählen Sie die Zeile, in der die Namen richtig geschrieben sind.',
  headerless:
    'Die erste Zeile enthält Daten statt Spaltennamen, deshalb sind die Spalten nummeriert. Um Platzhalter wie {{name}} zu verwenden, fügen Sie oben in der Datei eine Zeile mit Spaltennamen ein.',
  binary: {
    xlsx: 'Das ist eine Excel-Arbeitsmappe. Wählen Sie in Excel Datei > Speichern unter > „CSV UTF-8 (durch Trennzeichen getrennt)“. Wählen Sie dann hier diese Datei aus.',
    xls: 'Das ist eine alte Excel-Arbeitsmappe. Wählen Sie in Excel Datei > Speichern unter > „CSV UTF-8 (durch Trennzeichen getrennt)“. Wählen Sie dann hier diese Datei aus.',
    other:
      'Das ist keine Textdatei. Exportieren Sie Ihre Kontakte als CSV. Wählen Sie dann hier diese Datei aus.',
  },
  checking: (share) => `Alle Zeilen werden geprüft: ${share}`,
  checked: (taken, lines) =>
    `${german.n.format(taken)} von ${german.many(lines, 'Zeile', 'Zeilen')} können importiert werden.`,
  repeated: (count) =>
    `${german.many(count, 'Zeile wiederholt', 'Zeilen wiederholen')} eine Adresse der Datei. Jede Person wird nur einmal hinzugefügt.`,
  repeatedPeople: (count) =>
    `${german.many(count, 'Zeile wiederholt', 'Zeilen wiederholen')} eine Adresse oder externe ID. Zeilen mit derselben Adresse oder ID werden zu einer Person.`,
  invalidValues:
    'Ist ein Wert ungültig, wird die ganze Zeile abgelehnt und keine ihrer Adressen hinzugefügt. Eine leere Zelle ist kein Fehler.',
  chooseAddresses: 'Wählen Sie eine Spalte für E-Mail, SMS oder WhatsApp.',
  nothingImportable: 'Keine Zeile kann importiert werden. Wählen Sie eine andere Spalte oder Einstellung.',
  notTakenLines: (count) => german.many(count, 'Zeile wird abgelehnt', 'Zeilen werden abgelehnt'),
  assumed: (count, country) =>
    `${german.many(count, 'Nummer hat', 'Nummern haben')} keine Landesvorwahl. Carillon liest sie als Nummern dieses Landes: ${country}. Falls das nicht stimmt, wählen Sie ein anderes Land.`,
  treatAs: (count, country) =>
    `${german.many(count, 'Nummer', 'Nummern')} ohne Landesvorwahl: behandeln als ${country}`,
  unnamedValue: 'hat einen Wert in einer Spalte ohne Namen',
  examples: 'Zum Beispiel',
  lines: (numbers) => `Zeile ${numbers}`,
  doneNobody: 'Keine Kontakte importiert',
  tooLong: 'ist länger als 64 KiB',
  malformedCsv: 'enthält ein Anführungszeichen an der falschen Stelle',
  invalidText: 'enthält Zeichen, die nicht in UTF-8 kodiert sind',
  total: (count) => german.many(count, 'Zeile wurde abgelehnt', 'Zeilen wurden abgelehnt'),
  again: 'Abgelehnte Zeilen zum Korrigieren herunterladen',
  againHint:
    'Eine Datei, die nur die abgelehnten Zeilen mit ihren Spalten enthält. Korrigieren Sie sie und ziehen Sie die Datei hierher.',
  leave: 'Sie können diese Seite verlassen. Unter derselben URL sehen Sie den Fortschritt.',
  consentColumn: 'Einwilligung',
  consents: 'Wer sich abgemeldet hat',
  consentsHint:
    'Carillon setzt abgemeldete Personen auf die Sperrliste. Sie erhalten dann auf dem Kanal keine Nachrichten. Diese Spalten werden nicht gespeichert.',
  optedOutOf: (column, channel) => `${column}: Werte von Personen, die sich abgemeldet haben (${channel})`,
  consentChannel: (column) => `Kanal von ${column}`,
  optedOut: 'abgemeldet',
  suppressed: 'Zeilen mit gesperrten Adressen',
  personConflict: 'Die Adressen und die externe ID gehören zu verschiedenen Personen',
  noAddresses: 'hat keine Adresse',
  unknownLocale: 'Sprache ist weder ein Sprachcode wie de oder pt-BR noch der Name einer Sprache',
  unknownTimeZone: 'Zeitzone ist kein Name wie Europe/Berlin',
  unknownCountry: 'Land ist weder ein Ländercode aus zwei Buchstaben wie DE noch der Name eines Landes',
  tooManyAddresses: 'Die Person hat zu viele Adressen auf einem Kanal',
  tooManyAttributes: 'Die Person hat zu viele Felder',
  attributesTooBig: 'Die Daten der Person sind zu groß',
  noRoomForSubscribers: 'Ihr Tarif erlaubt keine weiteren Gruppenmitglieder',
  noRoomForPeople: 'Ihr Tarif erlaubt keine weiteren Personen',
  noRoomForAttributes: 'Ihr Konto hat zu viele verschiedene Datenfelder',
};

/** The texts of imports. */
export function useImportTexts(): ImportTexts {
  return useLanguage().language === 'de' ? de : en;
}
