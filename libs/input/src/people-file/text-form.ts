import { isAscii, isUtf8 } from 'node:buffer';
import { fileDelimiters } from '@carillon/contracts';
import { analyse } from 'chardet';
import { trimmedCell } from './cells';

/** Cell delimiters. Spreadsheets write semicolons if numbers contain commas. */
export const delimiters = fileDelimiters;
export type Delimiter = (typeof delimiters)[number];

/** The names of https://encoding.spec.whatwg.org, which browsers and Node decode. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'windows-1251',
  'koi8-r',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-jp',
  'euc-kr',
] as const;
export type Encoding = (typeof encodings)[number];

/** How a text file is written. */
export interface TextForm {
  encoding: Encoding;
  delimiter: Delimiter;
  /** `cr`: lines end as on old Macs. */
  newline: 'lf' | 'cr';
}

/** A possible encoding of a file, with words that other encodings read differently. */
export interface Reading {
  encoding: Encoding;
  words: string[];
}

/** The detected form of an entire file. */
export interface FormFound extends TextForm {
  /** Not text: its actual type. */
  binary: 'xlsx' | 'xls' | 'other' | null;
  /** The encodings that the bytes allow, most likely first. If only one is listed, it is certain. */
  readings: Reading[];
  /** The delimiters that the first lines allow, most likely first. If only one is listed, it is certain. */
  delimiterChoices: Delimiter[];
  /** The file declares its delimiter in a first line `sep=;`, as Excel writes it. */
  declaresDelimiter: boolean;
  /** The number of bytes before the text: a byte order mark. */
  markBytes: number;
}

const [LF, CR] = [10, 13] as const;
/** The size of the beginning that is kept to find the delimiter (bytes). */
const HEAD_BYTES = 64 * 1024;
/** The number of bytes kept from lines with non-ASCII letters across the file, to detect the encoding. */
const SAMPLE_BYTES = 64 * 1024;
/** The size from which a line is examined in parts (bytes). */
const LONGEST_LINE = 64 * 1024;

/**
 * Scans all bytes of a file, chunk by chunk, and detects its form. Valid UTF-8 is certain. For other bytes, it
 * determines which encodings read them as words, and returns several if they read different words.
 */
export class TextEvidence {
  private head: Uint8Array = new Uint8Array();
  private rest: Uint8Array = new Uint8Array();
  private size = 0;
  private lines = { feeds: 0, returns: 0 };
  /** The numbers of NULs at even and odd offsets, which reveal UTF-16. */
  private nuls: [even: number, odd: number] = [0, 0];
  /** The numbers of lines with letters beyond ASCII: valid as UTF-8, and not. */
  private seen = { utf8: 0, foreign: 0 };
  private sample: Uint8Array[] = [];
  private sampleSize = 0;

  feed(piece: Uint8Array): void {
    if (this.head.length < HEAD_BYTES)
      this.head = joined([this.head, piece.subarray(0, HEAD_BYTES - this.head.length)]);
    this.countNuls(piece);
    this.countBreaks(piece);
    this.size += piece.length;
    this.take(this.rest.length === 0 ? piece : joined([this.rest, piece]));
  }

  /** Returns the form; called after the last piece. */
  found(): FormFound {
    this.look(this.rest);
    this.rest = new Uint8Array();
    const mark = markOf(this.head);
    const readings = this.readings(mark?.encoding);
    const encoding = readings[0]?.encoding ?? 'utf-8';
    const markBytes = mark?.bytes ?? 0;
    const text = new TextDecoder(encoding).decode(this.head.subarray(markBytes), { stream: true });
    const newline = this.newlineIn(text, encoding);
    const lined = newline === 'cr' ? text.replaceAll('\r', '\n') : text;
    const declared = declaredDelimiter(lined);
    const choices = declared === null ? delimiterChoices(lined) : [declared];
    return {
      binary: mark ? null : this.binary(encoding),
      encoding,
      newline,
      delimiter: choices[0] ?? ',',
      readings,
      delimiterChoices: choices,
      declaresDelimiter: declared !== null,
      markBytes,
    };
  }

  private countNuls(piece: Uint8Array): void {
    for (let at = piece.indexOf(0); at >= 0; at = piece.indexOf(0, at + 1))
      this.nuls[(this.size + at) % 2 === 0 ? 0 : 1] += 1;
  }

  /** A file of an old Mac has no line feeds, so counting stops at the first line feed. */
  private countBreaks(piece: Uint8Array): void {
    if (this.lines.feeds > 0) return;
    if (piece.includes(LF)) this.lines.feeds += 1;
    else if (piece.includes(CR)) this.lines.returns += 1;
  }

  private take(bytes: Uint8Array): void {
    let end = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;
    if (end === 0 && bytes.length > LONGEST_LINE) end = wholeCharacters(bytes);
    this.look(bytes.subarray(0, end));
    this.rest = bytes.slice(end);
  }

  private look(bytes: Uint8Array): void {
    if (isAscii(bytes)) return;
    if (isUtf8(bytes)) {
      this.seen.utf8 += 1;
      return;
    }
    for (const line of linesIn(bytes)) {
      if (isAscii(line)) continue;
      if (isUtf8(line)) this.seen.utf8 += 1;
      else {
        this.seen.foreign += 1;
        this.keep(line);
      }
    }
  }

  private keep(line: Uint8Array): void {
    if (this.sampleSize >= SAMPLE_BYTES) return;
    const kept = line.slice(0, 1_024);
    this.sample.push(kept);
    this.sampleSize += kept.length;
  }

  /**
   * Returns one encoding if it is certain because of a byte order mark, the pattern of UTF-16, or valid UTF-8, even
   * with a few broken lines.
   */
  private readings(marked: Encoding | undefined): Reading[] {
    const certain = (encoding: Encoding): Reading[] => [{ encoding, words: [] }];
    if (marked) return certain(marked);
    const wide = this.wideEncoding();
    if (wide) return certain(wide);
    if (this.seen.foreign === 0 || this.seen.utf8 > this.seen.foreign) return certain('utf-8');
    return readingsOf(joined(this.sample.flatMap((line) => [line, Uint8Array.of(LF)])));
  }

  private wideEncoding(): Encoding | null {
    const [even, odd] = this.nuls;
    const isMany = (even + odd) * 10 >= this.size && this.size >= 4;
    if (!isMany) return null;
    if (odd > 20 * even) return 'utf-16le';
    return even > 20 * odd ? 'utf-16be' : null;
  }

  private newlineIn(text: string, encoding: Encoding): TextForm['newline'] {
    const isWide = encoding.startsWith('utf-16');
    const hasFeed = isWide ? text.includes('\n') : this.lines.feeds > 0;
    const hasReturn = isWide ? text.includes('\r') : this.lines.returns > 0;
    return hasReturn && !hasFeed ? 'cr' : 'lf';
  }

  private binary(encoding: Encoding): FormFound['binary'] {
    const { head } = this;
    if (begins(head, [0x50, 0x4b, 0x03, 0x04])) return 'xlsx';
    if (begins(head, [0xd0, 0xcf, 0x11, 0xe0])) return 'xls';
    const isWide = encoding.startsWith('utf-16');
    return !isWide && (this.nuls[0] + this.nuls[1]) * 100 > this.size ? 'other' : null;
  }
}

/** Unicode §23.8. */
function markOf(head: Uint8Array): { encoding: Encoding; bytes: number } | null {
  if (begins(head, [0xef, 0xbb, 0xbf])) return { encoding: 'utf-8', bytes: 3 };
  if (begins(head, [0xff, 0xfe])) return { encoding: 'utf-16le', bytes: 2 };
  return begins(head, [0xfe, 0xff]) ? { encoding: 'utf-16be', bytes: 2 } : null;
}

function begins(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

/** The bytes of whole UTF-8 characters. */
function wholeCharacters(bytes: Uint8Array): number {
  let end = bytes.length;
  for (let back = 1; back <= 4; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) end = bytes.length - back;
    if (byte < 0x80 || byte >= 0xc0) break;
  }
  return end;
}

function* linesIn(bytes: Uint8Array): Generator<Uint8Array> {
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1)
    if (bytes[at] === LF || bytes[at] === CR) {
      yield bytes.subarray(from, at);
      from = at + 1;
    }
  yield bytes.subarray(from);
}

const declaration = /^"?sep=([,;\t|])"?\r?\n/i;

/** The delimiter in a first line `sep=;`. Null: the file has no such line. */
export function declaredDelimiter(text: string): Delimiter | null {
  return (declaration.exec(text)?.[1] as Delimiter | undefined) ?? null;
}

/** The number of lines that are compared to find the delimiter. */
const COMPARED = 50;

/**
 * A column named `identifier` decides. Otherwise, a delimiter separates column names, and the same number of cells in
 * the following lines. A file with one column has no delimiter, so any choice works, and the comma is returned.
 */
function delimiterChoices(text: string): Delimiter[] {
  const lines = text.split(/\r?\n/, COMPARED).filter((line) => line.trim() !== '');
  const [names = '', ...rows] = lines;
  const knowing = delimiters.find((delimiter) => namesIn(names, delimiter).includes('identifier'));
  if (knowing !== undefined) return [knowing];
  const fits = delimiters
    .map((delimiter) => {
      const columns = cellsIn(names, delimiter);
      const same = rows.filter((row) => cellsIn(row, delimiter) === columns).length;
      const addressed = rows.filter((row) => hasAddress(row, delimiter)).length;
      return { delimiter, columns, addressed, share: rows.length === 0 ? 1 : same / rows.length };
    })
    .filter(({ columns }) => columns > 1);
  if (fits.length === 0) return [','];
  fits.sort((a, b) => b.addressed - a.addressed || b.columns - a.columns || b.share - a.share);
  const [best] = fits;
  if (!best) return [','];
  // For example, a comma within a name in a file with semicolons, or a semicolon in a file with commas.
  const others = fits.filter((each) => each.addressed === best.addressed && each.share > best.share);
  return [best, ...others].map(({ delimiter }) => delimiter);
}

/** Whether a cell contains only an address. */
function hasAddress(line: string, delimiter: string): boolean {
  return namesIn(line, delimiter).some((cell) =>
    /^(?:[^\s@,;|]+@[^\s@,;|]+|\+?\d[\d ()/.-]{5,})$/.test(cell),
  );
}

function namesIn(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => trimmedCell(cell.replaceAll('"', '')).toLowerCase());
}

function cellsIn(line: string, delimiter: string): number {
  return line.replace(/"(?:[^"]|"")*"?/g, '').split(delimiter).length;
}

/** chardet's names of encodings with another decoder name. */
const decodedAs: Readonly<Record<string, Encoding>> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'windows-1250': 'windows-1250',
  'ISO-8859-5': 'windows-1251',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'ISO-8859-7': 'windows-1253',
  'windows-1253': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'windows-1255': 'windows-1255',
  'ISO-8859-6': 'windows-1256',
  'windows-1256': 'windows-1256',
  'ISO-8859-9': 'windows-1254',
  'windows-1254': 'windows-1254',
  'windows-1257': 'windows-1257',
  Shift_JIS: 'shift_jis',
  GB18030: 'gb18030',
  Big5: 'big5',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
};

/** The encodings except UTF-8 and UTF-16, which their bytes identify. */
const narrow = encodings.filter((each) => !each.startsWith('utf-'));
/** Multibyte encodings. */
const isWide = (encoding: Encoding): boolean => !/^(?:windows|iso|koi|mac)/.test(encoding);
/** chardet's result for a text with few multibyte characters (ICU, csrmbcs.cpp). */
const LEAST_TRUST = 10;
/** The number of words to show for each encoding. */
const MOST_WORDS = 6;

/**
 * The encodings that read the bytes as words, most likely first. Encodings with the same text count as one. Texts with
 * impossible words are excluded (`Micha³`, `JŸrgen`, letters of two scripts in one word).
 */
function readingsOf(sample: Uint8Array): Reading[] {
  const confidence = new Map<Encoding, number>();
  for (const { name, confidence: value } of analyse(sample)) {
    const encoding = decodedAs[name];
    if (encoding) confidence.set(encoding, Math.max(value, confidence.get(encoding) ?? 0));
  }
  const byText = new Map<string, { encoding: Encoding; words: string[]; oddness: number; rarity: number }>();
  for (const encoding of narrow) {
    const text = new TextDecoder(encoding).decode(sample);
    if (byText.has(text)) continue;
    const words = foreignWords(text);
    const oddness = words.filter(isOdd).length;
    byText.set(text, { encoding, words, oddness, rarity: words.filter(isRare).length });
  }
  const all = [...byText.values()];
  const least = Math.min(...all.map(({ oddness }) => oddness));
  const most = Math.max(...all.map(({ words }) => words.length));
  const trust = (encoding: Encoding): number => confidence.get(encoding) ?? 0;
  const fits = all.filter(({ oddness }) => oddness <= least + most / 50);
  const narrowest = fits.filter(({ encoding }) => !isWide(encoding));
  const needed = Math.max(LEAST_TRUST, ...narrowest.map(({ encoding }) => trust(encoding)));
  const likely = fits
    // In multibyte encodings, nearly all bytes are valid characters, which proves little.
    .filter(({ encoding }) => !isWide(encoding) || narrowest.length === 0 || trust(encoding) > needed)
    .sort((a, b) => a.oddness - b.oddness || a.rarity - b.rarity || trust(b.encoding) - trust(a.encoding));
  return likely.map(({ encoding, words }) => ({ encoding, words: distinguishing(words, likely) }));
}

/** Words of this reading that not all readings have. */
function distinguishing(
  words: readonly string[],
  readings: readonly { words: readonly string[] }[],
): string[] {
  const others = readings.map((each) => new Set(each.words));
  const shown = words.filter((word) => others.some((each) => !each.has(word)));
  return [...new Set(shown.length > 0 ? shown : words)].slice(0, MOST_WORDS);
}

/** The words of a text with letters or signs beyond ASCII. */
function foreignWords(text: string): string[] {
  return text.match(/[^\s"',;|@<>()/:]*[^\0-\x7f][^\s"',;|@<>()/:]*/gu) ?? [];
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Hebrew',
  'Arabic',
  'Katakana',
  'Hiragana',
  'Han',
  'Hangul',
].map((name) => new RegExp(`\\p{sc=${name}}`, 'u'));
const latin = /\p{sc=Latin}/u;
const japanese = /^[\p{sc=Katakana}\p{sc=Hiragana}\p{sc=Han}ー]*$/u;
/** Patterns that are impossible in words, so that an encoding that produces them is wrong. */
const odd = [
  /[\p{Cc}\p{Cn}\p{Co}\p{Cf}\ufffd\u2500-\u25ff]/u,
  // A sign within a word or at its end. Trademarks, apostrophes, and hyphens are allowed.
  /\p{L}(?![®™©])[\p{S}\p{No}ªº¿¡](?!\d)/u,
  /(?![®™©$+#])[\p{S}\p{No}ªº¿¡](?=\p{L})(?<![\u00bf\u00a1])|\p{L}[§¶†‡]/u,
  /\p{L}(?!['’ʼ·\u2010-\u2014.&+_*!?…])[\p{P}\p{Sc}]\p{L}/u,
  /(?![\0-\x7f’”“‘„…–—«»])[\p{S}\p{P}](?![\0-\x7f’”“‘„…–—«»])[\p{S}\p{P}]/u,
  // A capital after a small letter, with at least one letter beyond ASCII.
  /\p{Ll}(?=[^\0-\x7f])\p{Lu}|(?=[^\0-\x7f])\p{Ll}(?<!ß)\p{Lu}/u,
  // A lowercase letter among capitals, and two capitals at the beginning of a word.
  /\p{Lu}(?=[^\0-\x7fß])\p{Ll}\p{Lu}/u,
  /\p{Lu}(?=[^\0-\x7f])\p{Lu}\p{Ll}/u,
  // Stand-alone accents, which Unicode classifies as letters.
  /[\u02c6\u02c7]/u,
  // Only Latin letters beyond ASCII: a word of another script.
  /^(?:(?=[^\0-\x7f])\p{sc=Latin}){3,}$/u,
  // Marks and letters in impossible positions.
  /^\p{M}|ς\p{L}|\p{sc=Latin}(?:ـ|(?=\p{M})[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Inherited}])/u,
];

function isOdd(word: string): boolean {
  const used = scripts.filter((each) => each.test(word)).length;
  if (used > 1 && (latin.test(word) || !japanese.test(word))) return true;
  return odd.some((pattern) => pattern.test(word));
}

/** Letters that occur in few languages and in few of their words, and words of a single letter. */
function isRare(word: string): boolean {
  return /[þðÞÐýÝÿŸªº÷×¤\uff61-\uff9f]|^[^\0-\x7f]$(?<=\p{L})/u.test(word);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
