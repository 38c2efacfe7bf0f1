/** As much of a file is read to show its beginning (bytes). */
const HEAD_BYTES = 64 * 1024;

export interface CsvHead {
  columns: string[];
  /** The first rows, as many as were asked for at most. */
  rows: string[][];
  /** Where the first row begins, after the names of columns (bytes). */
  begin: number;
}

/** Reads the beginning of a CSV file (RFC 4180). */
export async function readCsvHead(file: Blob, rows = 5): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const { records, ends } = parseCsv(text, rows + 1);
  const [columns = [], ...rest] = records;
  const begin = new TextEncoder().encode(text.slice(0, ends[0] ?? 0)).length + byteOrderMark(bytes);
  return { columns: columns.map((each) => each.trim()), rows: rest, begin };
}

/** The decoder drops it. */
function byteOrderMark([first, second, third]: Uint8Array): number {
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

function parseCsv(text: string, most: number): { records: string[][]; ends: number[] } {
  const records: string[][] = [];
  const ends: number[] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && records.length < most; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += letter;
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ',') {
      record.push(cell);
      cell = '';
    } else if (letter === '\n') {
      record.push(cell.replace(/\r$/, ''));
      cell = '';
      if (record.length > 1 || record[0] !== '') {
        records.push(record);
        ends.push(at + 1);
      }
      record = [];
    } else cell += letter;
  }
  if (records.length < most && (cell !== '' || record.length > 0)) {
    records.push([...record, cell.replace(/\r$/, '')]);
    ends.push(text.length);
  }
  return { records, ends };
}

export interface Mapping {
  /** The column that holds the address. */
  address: string;
  /** The column that holds the channel; null: it is `everybody` for all. */
  channel: string | null;
  everybody: 'email' | 'whatsapp' | 'sms';
}

/** Which columns seem to be meant, by what people usually call them. */
export function guessMapping(columns: readonly string[]): Mapping {
  const called = (pattern: RegExp): string | undefined => columns.find((each) => pattern.test(each));
  const address =
    called(/^identifier$/i) ?? called(/mail|phone|telefon|mobil|handy|number|nummer|address|adresse/i);
  return {
    address: address ?? columns[0] ?? '',
    channel: called(/^(integration|channel|kanal)$/i) ?? null,
    everybody: /phone|telefon|mobil|handy|number|nummer/i.test(address ?? '') ? 'sms' : 'email',
  };
}

/** Returns the file with the columns' names that the API knows, and with a channel in each line. */
export async function mapped(file: Blob, head: CsvHead, mapping: Mapping): Promise<Blob> {
  const names = head.columns.map((name) => {
    if (name === mapping.address) return 'identifier';
    return name === mapping.channel ? 'integration' : name;
  });
  const rest = file.slice(head.begin);
  const header = [...(mapping.channel === null ? ['integration'] : []), ...names].map(quoted).join(',');
  const body = mapping.channel === null ? await prefixed(rest, `${mapping.everybody},`) : [rest];
  return new Blob([`${header}\n`, ...body], { type: 'text/csv' });
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Puts a prefix before each record; line breaks within quotes begin none. */
async function prefixed(file: Blob, prefix: string): Promise<string[]> {
  const parts: string[] = [];
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let isQuoted = false;
  let isAtBeginning = true;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    let part = '';
    for (const letter of value) {
      if (isAtBeginning && letter !== '\n' && letter !== '\r') {
        part += prefix;
        isAtBeginning = false;
      }
      if (letter === '"') isQuoted = !isQuoted;
      if (letter === '\n' && !isQuoted) isAtBeginning = true;
      part += letter;
    }
    parts.push(part);
  }
}
