import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';

/** RFC 1035 §3.2.2, and RFC 3596. */
const types = { A: 1, MX: 15, TXT: 16, AAAA: 28 } as const;
type RecordType = keyof typeof types;

const NAME_ERROR = 3;

/** A DNS server on this machine, with the records that a test sets. It answers over UDP. */
export class DnsServer {
  /** By type and name, such as `TXT shop.example`. An MX record is `priority name`. */
  private readonly records = new Map<string, readonly string[]>();
  /** The questions, as `TXT shop.example`. */
  readonly questions: string[] = [];
  /** The response code of all answers: 2 is a server failure. Null: the server doesn't answer. */
  failure: number | null | undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (query, { address, port }) => {
      const answer = this.answer(query);
      if (answer) socket.send(answer, port, address);
    });
  }

  /** @param port 0: any */
  static async start(port = 0): Promise<DnsServer> {
    const socket = createSocket('udp4');
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** Replaces the records. Without values, the name has none of this type. */
  set(type: RecordType, name: string, ...values: string[]): void {
    if (values.length === 0) this.records.delete(`${type} ${name}`);
    else this.records.set(`${type} ${name}`, values);
  }

  clear(): void {
    this.records.clear();
  }

  async stop(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private answer(query: Buffer): Buffer | null {
    const { name, end } = nameIn(query);
    const code = query.readUInt16BE(end);
    const type = (Object.keys(types) as RecordType[]).find((each) => types[each] === code);
    this.questions.push(`${type ?? code} ${name}`);
    if (this.failure === null) return null;
    const values = this.failure === undefined && type ? (this.records.get(`${type} ${name}`) ?? []) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    const exists = [...this.records.keys()].some((key) => key.endsWith(` ${name}`));
    // A response with recursion, and its code.
    header.writeUInt16BE(0x8180 | (this.failure ?? (exists ? 0 : NAME_ERROR)), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    const question = query.subarray(12, end + 4);
    return Buffer.concat([header, question, ...values.map((value) => recordOf(code, dataOf(type, value)))]);
  }
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name is a pointer to the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(type: RecordType | undefined, value: string): Buffer {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number));
    case 'AAAA':
      return Buffer.from(
        value
          .split(':')
          .map((each) => each.padStart(4, '0'))
          .join(''),
        'hex',
      );
    case 'MX': {
      const [priority = '0', host = ''] = value.split(' ');
      return Buffer.concat([Buffer.from([0, Number(priority)]), encodedName(host)]);
    }
    default:
      return textStrings(value);
  }
}

function encodedName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);
}

/** A string of a TXT record has at most 255 bytes. */
function textStrings(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const parts: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}
