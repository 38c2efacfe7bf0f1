import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Circumstances, carillon, problem } from './carillon';
import { screenAfter } from './screen';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const group = { _id: ID, slug: 'friends' };
const people = 'integration,identifier,name\nemail,ann@example.com,Ann\n';
const job = (state: string, counts: object = {}) => ({
  _id: 'j1',
  group: ID,
  state,
  lines: 1,
  rejected: 0,
  ...counts,
});
let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'carillon-'));
  writeFileSync(join(cwd, 'people.csv'), people);
});
afterEach(() => rmSync(cwd, { recursive: true }));

const run = (command: string, answers: object[], more: Circumstances = {}) =>
  carillon(command.split(' '), { cwd, answers: [group, ...answers], ...more });

describe('importing a file', () => {
  it('sends it unchanged, and waits until it is processed', async () => {
    const answers = [job('RUNNING', { lines: 0 }), job('RUNNING'), job('DONE', { created: 1 })];
    const { code, requests, stdout } = await run(`groups import ${ID} people.csv --update`, answers);
    expect(requests.slice(1).map(({ request, body }) => [request, body])).toEqual([
      [`POST /groups/${ID}/import?onExisting=update`, people],
      ['GET /imports/j1', ''],
      ['GET /imports/j1', ''],
    ]);
    expect(requests[1]?.headers.get('content-type')).toBe('text/csv');
    expect(code).toBe(0);
    expect(stdout).toContain('created   1\n');
  });

  it('converts a file of another form for the API, and reports the detected form', async () => {
    const file = Buffer.from('E-Mail;Name\r\nann@example.com;Micha\xb3\r\n', 'latin1');
    writeFileSync(join(cwd, 'people.csv'), file);
    const { requests, stderr } = await run(`groups import ${ID} people.csv --default-country PL`, [
      job('RUNNING'),
      job('DONE'),
    ]);
    expect(requests[1]?.request).toBe(`POST /groups/${ID}/import?defaultCountry=PL`);
    expect(requests[1]?.body).toBe('email,Name\nann@example.com,Michał\n');
    expect(stderr).toContain(
      'Detected: windows-1250, separator semicolon; one person for each row, email in "E-Mail"\n',
    );
  });

  it('sends the types and the rules of columns, and asks for a dry run', async () => {
    const options =
      '--type Geburtstag=date:dmy --type Kunde=boolean --rule Geburtstag=fill --rule a=keep --opted-out Letters=email:No,never';
    const { requests } = await run(`groups import ${ID} people.csv ${options} --dry-run`, [
      job('RUNNING'),
      job('DONE', { misfits: [{ column: 'Geburtstag', values: 2 }] }),
    ]);
    const { searchParams } = new URL(requests[1]?.request.replace('POST ', 'http://x') ?? '');
    expect(searchParams.get('dryRun')).toBe('true');
    expect(JSON.parse(searchParams.get('columns') ?? '')).toEqual({
      Geburtstag: { type: 'date', form: 'dmy', rule: 'fill' },
      Kunde: { type: 'boolean' },
      a: { rule: 'keep' },
      Letters: { optedOut: { channel: 'EMAIL', values: ['No', 'never'] } },
    });
  });

  it('adds missing data of existing members, and does not also replace it', async () => {
    writeFileSync(join(cwd, 'people.csv'), 'email,city\nann@example.com,Ulm\n');
    const answers = [job('RUNNING'), job('DONE')];
    const { requests } = await run(`groups import ${ID} people.csv --fill`, answers);
    expect(requests[1]?.request).toBe(`POST /groups/${ID}/import?onExisting=fill`);
    const refused = await run(`groups import ${ID} people.csv --fill --update`, answers);
    expect([refused.requests, refused.stderr]).toEqual([[], expect.stringContaining('--fill') as string]);
  });

  it('imports people with all their addresses', async () => {
    writeFileSync(join(cwd, 'people.csv'), 'E-Mail;Handy;Stadt\nann@example.com;0171 2345678;Ulm\n');
    const { requests, stderr } = await run(`groups import ${ID} people.csv`, [job('RUNNING'), job('DONE')]);
    expect(requests[1]?.body).toBe('email,phone,Stadt\nann@example.com,0171 2345678,Ulm\n');
    expect(stderr).toContain('one person for each row, email in "E-Mail", phone in "Handy"\n');
    const file = 'email,phone,externalId,City\nann@example.com,+491712345678,1,Ulm\n';
    writeFileSync(join(cwd, 'people.csv'), file);
    const unchanged = await run(`groups import ${ID} people.csv`, [job('RUNNING'), job('DONE')]);
    expect(unchanged.requests[1]?.body).toBe(file);
    expect(unchanged.stderr).not.toContain('Detected');
  });

  it('imports addresses of one channel if no column contains the addresses of people', async () => {
    writeFileSync(join(cwd, 'people.csv'), 'Kanal;Adresse\nsms;+491712345678\n');
    const { requests, stderr } = await run(`groups import ${ID} people.csv`, [job('RUNNING'), job('DONE')]);
    expect(requests[1]?.body).toBe('integration,identifier\nsms,+491712345678\n');
    expect(stderr).toContain('address in "Adresse", channel in "Kanal"');
  });

  it('removes members by one address, whatever else the file contains', async () => {
    writeFileSync(join(cwd, 'people.csv'), 'E-Mail;Handy\nann@example.com;+491712345678\n');
    const { requests } = await run(`groups remove-members ${ID} people.csv --yes`, [
      job('RUNNING'),
      job('DONE'),
    ]);
    expect(requests[1]?.body).toBe('integration,identifier,Handy\nemail,ann@example.com,+491712345678\n');
  });

  it('asks for the encoding if several are possible, and shows the words that they decode differently', async () => {
    const file = Buffer.from('integration,identifier,name\nemail,a@example.com,Mu\xf1oz\n', 'latin1');
    writeFileSync(join(cwd, 'people.csv'), file);
    const unclear = await run(`groups import ${ID} people.csv`, []);
    expect(unclear.code).toBe(2);
    expect(unclear.stderr).toContain('--encoding windows-1252   Muñoz');
    const { requests } = await run(`groups import ${ID} people.csv --encoding windows-1252`, [
      job('RUNNING'),
      job('DONE'),
    ]);
    expect(requests[1]?.body).toContain('Muñoz');
  });

  it('refuses a workbook before it sends anything', async () => {
    writeFileSync(join(cwd, 'people.csv'), Buffer.from('504b0304140006000800', 'hex'));
    const { code, stderr } = await run(`groups import ${ID} people.csv`, []);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is an Excel workbook')]);
  });

  it('leaves the form of standard input to the API', async () => {
    const { requests } = await run(
      `groups import ${ID} - --delimiter semicolon`,
      [job('RUNNING'), job('DONE')],
      {
        piped: 'identifier;integration\n',
      },
    );
    expect(requests[1]?.request).toBe(`POST /groups/${ID}/import?delimiter=semicolon`);
  });

  it('reads standard input', async () => {
    const line = '{"integration":"email","identifier":"a@example.com"}\n';
    const { requests } = await run(`groups import ${ID} - --format ndjson`, [job('RUNNING'), job('DONE')], {
      piped: line,
    });
    expect(requests[1]?.headers.get('content-type')).toBe('application/x-ndjson');
    expect(requests[1]?.body).toEqual(JSON.parse(line));
  });

  it('derives the format from the file name', async () => {
    writeFileSync(join(cwd, 'people.JSONL'), '');
    const { requests } = await run(`groups import ${ID} people.JSONL --no-wait`, [job('RUNNING')]);
    expect(requests[1]?.headers.get('content-type')).toBe('application/x-ndjson');
    expect(requests).toHaveLength(2);
  });

  it('sends a failed upload again under the same key, but never standard input', async () => {
    const failures = [problem(503, 'service_unavailable'), job('RUNNING'), job('DONE')];
    const { code, requests } = await run(`groups import ${ID} people.csv`, failures);
    expect([code, requests[2]?.body]).toEqual([0, people]);
    expect(requests[2]?.headers.get('idempotency-key')).toBe(requests[1]?.headers.get('idempotency-key'));
    const piped = await run(`groups import ${ID} -`, failures, { piped: people });
    expect([piped.code, piped.requests.length]).toEqual([3, 2]);
  });

  it('shows the first rejected lines, and exits with 4', async () => {
    const rejected = new Response(`line,reason,text\n2,invalid_email,"email,\u001bann"\n`);
    const answers = [job('RUNNING'), job('DONE', { rejected: 1 }), rejected];
    const { code, stderr } = await run(`groups import ${ID} people.csv`, answers);
    expect(code).toBe(4);
    expect(stderr).toBe(`  line,reason,text
  2,invalid_email,"email,\\u{1b}ann"
carillon: Rejected lines: 1; use --rejected FILE to save them
`);
  });

  it('also shows the last line, which explains why a file was aborted', async () => {
    const rejected = new Response(
      ['line,reason,text', ...Array.from({ length: 9 }, (_, n) => `${n + 1},x,y`)].join('\r\n'),
    );
    const { stderr } = await run(`groups import ${ID} people.csv`, [job('RUNNING'), job('FAILED'), rejected]);
    expect(stderr.split('\n').slice(4, 9)).toEqual([
      '  4,x,y',
      '  5,x,y',
      '  …',
      '  9,x,y',
      expect.stringContaining('Processing stopped'),
    ]);
  });

  it('draws its progress in a terminal', async () => {
    const answers = [job('RUNNING'), job('RUNNING', { lines: 1, created: 1 }), job('DONE', { created: 1 })];
    const { stderr } = await run(`groups import ${ID} people.csv`, answers, {
      columns: 80,
      env: { LANG: 'C' },
    });
    expect(stderr).toContain('uploading  ##############################  0.0 MB of 0.0 MB');
    expect(stderr).toContain('RUNNING  ####################  1 of about 1 lines');
    expect(stderr).toContain('created 1');
    expect(screenAfter(stderr, 80)).toEqual([]);
  });

  it('saves the rejected lines in a file', async () => {
    const answers = [job('RUNNING'), job('DONE', { rejected: 1 }), new Response('line,reason,text\n2,x,y\n')];
    const { code } = await run(`groups import ${ID} people.csv --rejected bad.csv`, answers);
    expect(code).toBe(4);
    expect(readFileSync(join(cwd, 'bad.csv'), 'utf8')).toBe('line,reason,text\n2,x,y\n');
  });

  it('reports that a file was aborted', async () => {
    const answers = [job('RUNNING'), job('FAILED'), new Response('line,reason,text\n1,no header,\n')];
    const { code, stderr } = await run(`groups import ${ID} people.csv`, answers);
    expect(code).toBe(4);
    expect(stderr).toContain('Processing stopped');
    expect(stderr).toContain('no header');
  });

  it.each([
    ['nowhere.csv', 'Cannot read nowhere.csv'],
    ['.', '. is a folder'],
  ])('needs a file: %s', async (file, why) => {
    const { code, stderr } = await run(`groups import ${ID} ${file}`, []);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });
});

describe('removing the people in a file from a group', () => {
  it('asks first', async () => {
    expect((await run(`groups remove-members ${ID} people.csv`, [])).code).toBe(2);
    const { code, requests } = await run(`groups remove-members ${ID} people.csv --yes`, [
      job('RUNNING'),
      job('DONE'),
    ]);
    expect(code).toBe(0);
    expect(requests.slice(1).map(({ request }) => request)).toEqual([
      `POST /groups/${ID}/remove`,
      'GET /removals/j1',
    ]);
  });
});

describe('exporting a group', () => {
  it('prints it unchanged', async () => {
    const { stdout, requests } = await run(`groups export ${ID}`, [new Response(people)]);
    expect(requests[1]?.request).toBe(`GET /groups/${ID}/export?format=csv`);
    expect(stdout).toBe(people);
  });

  it('writes it into a file', async () => {
    await run(`groups export ${ID} --output out.ndjson`, [new Response('{}\n')]);
    expect(readFileSync(join(cwd, 'out.ndjson'), 'utf8')).toBe('{}\n');
  });

  it('leaves no partial file behind when it is interrupted', async () => {
    const broken = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from(people));
        setImmediate(() => controller.error(new Error('cut off')));
      },
    });
    const { code } = await run(`groups export ${ID} --output out.csv`, [new Response(broken)]);
    expect(code).toBe(3);
    expect(existsSync(join(cwd, 'out.csv'))).toBe(false);
    expect(readdirSync(cwd)).toEqual(['people.csv']);
  });

  it('prints no control sequences to a terminal', async () => {
    const { stdout } = await run(`groups export ${ID}`, [new Response('a,\u001b[2Jb\n')], { columns: 80 });
    expect(stdout).toBe('a,\\u{1b}[2Jb\n');
  });
});

describe('uploading an image', () => {
  it('sends its bytes under the name of the file', async () => {
    const { code, requests, stdout } = await carillon('media upload people.csv --alt A+choir'.split(' '), {
      cwd,
      answers: [{ _id: ID, url: 'https://news.example.com/m/x/people.csv' }],
    });
    expect(requests.map(({ request, body }) => [request, body])).toEqual([
      ['POST /media?name=people.csv&alt=A%2Bchoir', people],
    ]);
    expect(requests[0]?.headers.get('content-type')).toBe('application/octet-stream');
    expect([code, stdout]).toEqual([0, expect.stringContaining('https://news.example.com/m/x/people.csv')]);
  });
});
