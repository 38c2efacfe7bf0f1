import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { AppError } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { ReceiveFile } from '../src/features/imports/receive-file';
import { USER, keys } from './callers';
import { GROUP } from './examples';
import { Gateway } from './gateway';
import { lastAnswer } from './http-client';
import { answerTo, bearer, head } from './raw-request';
import { StoredFiles } from './stored-files';

const csv = { 'content-type': 'text/csv' };
const path = `/groups/${GROUP}/import`;
const files = new StoredFiles();
let gateway: Gateway;
let hasty: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(files.answers);
  hasty = await gateway.another({ ARRIVAL_TIMEOUT_MS: '2000' });
});
beforeEach(() => {
  files.clear();
  gateway.requests.length = 0;
});
afterAll(async () => {
  await hasty.close();
  await gateway.close();
});

const upload = (body: string | Buffer, headers: Record<string, string> = csv, query = '') =>
  gateway.call('POST', path + query, { body, headers });
const codeIn = (body: unknown): unknown => (body as { code?: string }).code;

/** Options of a column with consents. */
const optOut = (optedOut: object, more: object = {}): string => JSON.stringify({ a: { optedOut, ...more } });

/** A text of this many bytes without repetition. */
const textOf = (bytes: number): Buffer => Buffer.from(randomBytes(bytes).toString('hex').slice(0, bytes));

describe('uploading a file', () => {
  it('publishes the file in pieces, and returns the address of its progress', async () => {
    const file = Buffer.alloc(700_001, 'integration,identifier\n');
    const { status, headers, body } = await upload(file);
    const [begin] = gateway.payloads('import.begin');
    expect(begin).toMatchObject({
      userId: USER,
      groupId: GROUP,
      kind: 'ADD',
      format: 'csv',
      onExisting: 'skip',
    });
    expect([status, headers.location]).toEqual([202, `/api/v1/imports/${begin?.id}`]);
    expect(body).toEqual({
      data: {
        createImport: expect.objectContaining({ _id: begin?.id, state: 'RUNNING', format: 'csv' }) as object,
      },
    });
    expect(files.received.equals(file)).toBe(true);
    expect(gateway.payloads('import.append')).toHaveLength(3);
  });

  it.each([
    [
      'semicolons',
      'integration;identifier\n',
      {
        parameter: 'delimiter',
        candidates: 'semicolon',
        detail: expect.stringContaining('semicolon') as string,
      },
    ],
    [
      'lines of old Macs',
      'integration,identifier\remail,a@example.com\r',
      { parameter: 'newline', candidates: 'cr' },
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffintegration,identifier\n', 'utf16le'),
      { parameter: 'encoding', candidates: 'utf-16le' },
    ],
    [
      'one other encoding',
      Buffer.from('integration,identifier,name\nemail,a@example.com,Micha\xb3\n', 'latin1'),
      {
        parameter: 'encoding',
        candidates: 'windows-1250',
        detail: expect.stringContaining('windows-1250 (Michał)') as string,
      },
    ],
    [
      'an unclear encoding',
      Buffer.from('integration,identifier,name\nemail,a@example.com,Mu\xf1oz\n', 'latin1'),
      {
        candidates: expect.stringMatching(
          /windows-1252.* windows-1250|windows-1250.* windows-1252/,
        ) as string,
      },
    ],
    ['an Excel workbook', Buffer.from('504b0304140006000800', 'hex'), { parameter: 'encoding' }],
  ])('rejects a file with %s as a whole, and returns the parameter to send', async (_, file, expected) => {
    const { status, body } = await upload(file);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'file_form_unclear', ...expected });
    expect(gateway.payloads('import.end')).toEqual([]);
    const id = gateway.payloads('import.begin')[0]?.id ?? '';
    await eventually(() => files.broken.includes(id));
  });

  it.each([
    ['?delimiter=semicolon', 'integration;identifier\n', 'integration;identifier\n', ';'],
    ['', 'sep=;\nintegration;identifier\n', 'sep=;\nintegration;identifier\n', ';'],
    ['?newline=cr', 'integration,identifier\remail,a\r', 'integration,identifier\nemail,a\n', ','],
    ['?encoding=utf-16le&delimiter=tab', Buffer.from('\ufeffa\tb\n', 'utf16le'), 'a\tb\n', '\t'],
    [
      '?encoding=windows-1250',
      Buffer.from('identifier,a\nx,Micha\xb3\n', 'latin1'),
      'identifier,a\nx,Michał\n',
      ',',
    ],
  ])('forwards a file in the form of %j, in UTF-8', async (query, file, expected, delimiter) => {
    expect((await upload(file, csv, query)).status).toBe(202);
    expect(files.received.toString()).toBe(expected);
    expect(gateway.payloads('import.end')).toMatchObject([{ delimiter }]);
  });

  it('forwards the country of numbers without a country code', async () => {
    expect((await upload('integration,identifier\n', csv, '?defaultCountry=DE')).status).toBe(202);
    expect(gateway.payloads('import.begin')).toMatchObject([{ defaultCountry: 'DE' }]);
    expect((await upload('integration,identifier\n', csv, '?defaultCountry=ZZ')).status).toBe(422);
  });

  it('accepts NDJSON, an empty file, and options in the query', async () => {
    const ndjson = { 'content-type': 'Application/X-NDJSON; charset="UTF-8"' };
    expect((await upload('', ndjson, '?onExisting=update')).status).toBe(202);
    expect(gateway.payloads('import.begin')).toMatchObject([{ format: 'ndjson', onExisting: 'update' }]);
    expect(gateway.payloads('import.end')).toMatchObject([{ pieces: 0 }]);
  });

  it('forwards the types, forms, and rules of columns, and a dry run', async () => {
    const optedOut = { channel: 'SMS', values: ['no'] };
    const columns = {
      ...{ Geburtstag: { type: 'date', form: 'dmy' }, 'a.b': { rule: 'fill' } },
      Newsletter: { optedOut },
    };
    const query = `?dryRun=true&columns=${encodeURIComponent(JSON.stringify(columns))}`;
    expect((await upload('email\n', csv, query)).status).toBe(202);
    expect(gateway.payloads('import.begin')).toMatchObject([
      {
        dryRun: true,
        columns: [
          { name: 'Geburtstag', type: 'date', form: 'dmy' },
          { name: 'a.b', rule: 'fill' },
          { name: 'Newsletter', optedOut },
        ],
      },
    ]);
    expect((await upload('email\n', csv, '?dryRun=false')).status).toBe(202);
    expect(gateway.payloads('import.begin').at(-1)).not.toHaveProperty('dryRun');
  });

  it.each([
    ['{', 'query.columns', 'wrong_type'],
    ['[]', 'query.columns', 'wrong_type'],
    ['{"a":"date"}', 'query.columns.a', 'wrong_type'],
    ['{"a":{"type":"json"}}', 'query.columns.a.type', 'not_allowed'],
    ['{"a":{"type":"date","form":"comma"}}', 'query.columns.a.form', 'not_allowed'],
    ['{"a":{"form":"dmy"}}', 'query.columns.a.form', 'not_allowed'],
    ['{"a":{"rule":1}}', 'query.columns.a.rule', 'wrong_type'],
    ['{"a":{"format":"x"}}', 'query.columns.a.format', 'unknown_field'],
    ['{"a":{"optedOut":"no"}}', 'query.columns.a.optedOut', 'wrong_type'],
    ['{"a":{"optedOut":{"values":["no"]}}}', 'query.columns.a.optedOut.channel', 'required'],
    [optOut({ channel: 'email', values: ['no'] }), 'query.columns.a.optedOut.channel', 'not_allowed'],
    [optOut({ channel: 'SMS' }), 'query.columns.a.optedOut.values', 'required'],
    [optOut({ channel: 'SMS', values: 'no' }), 'query.columns.a.optedOut.values', 'wrong_type'],
    [optOut({ channel: 'SMS', values: [] }), 'query.columns.a.optedOut.values', 'too_short'],
    [optOut({ channel: 'SMS', values: [' '] }), 'query.columns.a.optedOut.values.0', 'required'],
    [optOut({ channel: 'SMS', values: ['no', 0] }), 'query.columns.a.optedOut.values.1', 'wrong_type'],
    [
      optOut({ channel: 'SMS', values: Array.from({ length: 51 }, String) }),
      'query.columns.a.optedOut.values',
      'too_many',
    ],
    [optOut({ channel: 'SMS', values: ['x'.repeat(101)] }), 'query.columns.a.optedOut.values.0', 'too_long'],
    [optOut({ channel: 'SMS', values: ['no'], but: 1 }), 'query.columns.a.optedOut.but', 'unknown_field'],
    [optOut({ channel: 'SMS', values: ['no'] }, { type: 'text' }), 'query.columns.a.optedOut', 'conflict'],
    [JSON.stringify({ a: { rule: 'x'.repeat(9_000) } }), 'query.columns', 'too_big'],
  ])('refuses wrong options of columns: %.30s', async (columns, field, code) => {
    const { status, body } = await upload('email\n', csv, `?columns=${encodeURIComponent(columns)}`);
    expect(status).toBe(422);
    expect((body as { errors: object[] }).errors).toMatchObject([{ field, code }]);
  });

  it('removes members with a file in the same way', async () => {
    const { status, headers, body } = await gateway.call('POST', `/groups/${GROUP}/remove`, {
      body: 'integration,identifier\n',
      headers: csv,
    });
    const [begin] = gateway.payloads('import.begin');
    expect([status, headers.location]).toEqual([202, `/api/v1/removals/${begin?.id}`]);
    expect(begin?.kind).toBe('REMOVE');
    expect(Object.keys((body as { data: { createRemoval: object } }).data.createRemoval)).toContain(
      'missing',
    );
  });

  it.each([
    ['no type', {}, ''],
    ['JSON', { 'content-type': 'application/json' }, '{}'],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, 'x'],
    ['another charset', { 'content-type': 'text/csv; charset=latin1' }, 'x'],
    ['something compressed', { ...csv, 'content-encoding': 'gzip' }, 'x'],
  ])('rejects %s before any service is called', async (_, headers, body) => {
    const answer = await gateway.call('POST', path, { ...(body !== '' && { body }), headers });
    expect([answer.status, codeIn(answer.body)]).toEqual([415, 'unsupported_media_type']);
    expect(gateway.payloads('import.begin')).toEqual([]);
  });

  it('checks query, ID and scope like any request', async () => {
    expect((await upload('x', csv, '?onExisting=replace')).status).toBe(422);
    expect((await upload('x', csv, '?format=csv')).status).toBe(422);
    expect((await gateway.call('POST', '/groups/nonsense/import', { body: 'x', headers: csv })).status).toBe(
      404,
    );
    expect((await gateway.call('POST', path, { body: 'x', headers: csv }, 'reader')).status).toBe(403);
    expect((await upload('x', { ...csv, accept: 'text/csv' })).status).toBe(406);
    expect(gateway.payloads('import.begin')).toEqual([]);
  });

  it.each([
    [404, 'group_not_found'],
    [409, 'limit_reached'],
  ] as const)('returns %i %s before it reads the file', async (status, code) => {
    files.fail = (name) => (name === 'import.begin' ? new AppError(code) : null);
    const headers = [
      'Content-Type: text/csv\r\n',
      'Content-Length: 1000000000\r\n',
      'Expect: 100-continue\r\n',
    ];
    const bytes = head(`POST /api/v1${path}`, bearer(keys.user), ...headers);
    const wire = gateway.wire().write(bytes);
    const received = await wire.until(/\r\n\r\n\{[^]*\}$/);
    wire.destroy();
    expect(received).not.toContain('100 Continue');
    expect(lastAnswer(received)).toMatchObject({ status, body: { code } });
  });

  it('requests the file when it is ready to receive it', async () => {
    const headers = ['Content-Type: text/csv\r\n', 'Content-Length: 3\r\n', 'Expect: 100-continue\r\n'];
    const wire = gateway.wire().write(head(`POST /api/v1${path}`, bearer(keys.user), ...headers));
    await wire.until(/100 Continue/);
    wire.write('a,b');
    expect(lastAnswer(await wire.until(/\r\n\r\n\{[^]*\}$/)).status).toBe(202);
    wire.destroy();
    expect(files.received.toString()).toBe('a,b');
  });

  it('accepts slow data, for longer than a regular body', async () => {
    const chunked = ['Content-Type: text/csv\r\n', 'Transfer-Encoding: chunked\r\n'];
    const wire = hasty.wire().write(head(`POST /api/v1${path}`, bearer(keys.user), ...chunked));
    const begun = performance.now();
    let sent = 0;
    await eventually(() => {
      const passed = performance.now() - begun;
      for (; sent < passed / 300; sent++) wire.write('1\r\nx\r\n');
      return passed > 4_500;
    });
    wire.write('0\r\n\r\n');
    expect(lastAnswer(await wire.until(/\r\n\r\n\{[^]*\}$/)).status).toBe(202);
    wire.destroy();
    expect(files.received.toString()).toBe('x'.repeat(sent));
  });

  it('forwards received data before a piece is complete, once it has waited for long', async () => {
    const patient = await gateway.another();
    patient.app.get(ReceiveFile).heldMs = 0;
    const chunked = ['Content-Type: text/csv\r\n', 'Transfer-Encoding: chunked\r\n'];
    const wire = patient.wire().write(head(`POST /api/v1${path}`, bearer(keys.user), ...chunked));
    for (const text of ['a', 'b', 'c']) {
      wire.write(`1\r\n${text}\r\n`);
      await eventually(() => files.received.toString().endsWith(text));
    }
    wire.write('0\r\n\r\n');
    expect(lastAnswer(await wire.until(/\r\n\r\n\{[^]*\}$/)).status).toBe(202);
    wire.destroy();
    expect(gateway.payloads('import.append').map(({ from }) => from)).toEqual([0, 1, 2]);
    await patient.close();
  });

  it('ends if nothing arrives for too long, and notifies the service', async () => {
    const chunked = ['Content-Type: text/csv\r\n', 'Transfer-Encoding: chunked\r\n'];
    const bytes = `${head(`POST /api/v1${path}`, bearer(keys.user), ...chunked)}1\r\nx\r\n`;
    expect(await answerTo(hasty, bytes)).toEqual([408, 'request_timeout']);
    await eventually(() => files.broken.length === 1);
  });

  it('notifies the service if the client disconnects in the middle', async () => {
    const announced = ['Content-Type: text/csv\r\n', 'Content-Length: 1000000\r\n'];
    const wire = gateway.wire().write(head(`POST /api/v1${path}`, bearer(keys.user), ...announced) + 'x');
    await eventually(() => gateway.payloads('import.begin').length === 1);
    wire.destroy();
    await eventually(() => files.broken.length === 1);
    expect(gateway.payloads('import.end')).toEqual([]);
  });

  it('waits for a service that is briefly unavailable', async () => {
    let left = 2;
    files.fail = (name, seq) =>
      (name === 'import.append' && seq === 1) || name === 'import.end'
        ? left-- > 0
          ? new AppError('service_unavailable')
          : null
        : null;
    const file = textOf(600_000);
    expect((await upload(file)).status).toBe(202);
    expect(files.received.equals(file)).toBe(true);
  });

  it('reads a rejected file to its end, for clients that read only after sending', async () => {
    files.fail = (name, seq) =>
      name === 'import.append' && seq === 1 ? new AppError('quota_exceeded') : null;
    const file = Buffer.alloc(32_000_000, 'x');
    const headers = ['Content-Type: text/csv\r\n', `Content-Length: ${file.length}\r\n`];
    const client = connect({ host: '127.0.0.1', port: gateway.port });
    client.write(head(`POST /api/v1${path}`, bearer(keys.user), ...headers));
    await new Promise<void>((resolve, reject) => {
      client.once('error', reject).write(file, () => resolve());
    });
    let received = '';
    for await (const text of client.setEncoding('latin1') as AsyncIterable<string>) {
      received += text;
      if (received.endsWith('}')) break;
    }
    expect(lastAnswer(received)).toMatchObject({ status: 409, body: { code: 'quota_exceeded' } });
  });

  it('reads no faster than the service stores', async () => {
    let release: () => void = () => undefined;
    files.holding = new Promise((resolve) => (release = resolve));
    const uploading = upload(Buffer.alloc(5_000_000, 'x'));
    await eventually(() => gateway.payloads('import.append').length === 2);
    expect((await gateway.call('GET', '/groups/nonsense')).status).toBe(404);
    expect(gateway.payloads('import.append')).toHaveLength(2);
    release();
    expect((await uploading).status).toBe(202);
    expect(files.received).toHaveLength(5_000_000);
  });

  it('does not store a complete file again', async () => {
    files.state = 'DONE';
    const { status, body } = await upload(Buffer.alloc(3_000_000, 'x'));
    expect([status, (body as { data: { createImport: object } }).data.createImport]).toMatchObject([
      202,
      { state: 'DONE' },
    ]);
    expect(gateway.payloads('import.append')).toEqual([]);
  });
});
