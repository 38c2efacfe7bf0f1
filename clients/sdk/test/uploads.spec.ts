import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '@carillon/sdk';
import { Served, cut, cutEarly, problem, value } from './served';

const path = { groupId: '6560f0a1b2c3d4e5f6a7b8c9' };
const job = { _id: 'j1', state: 'RUNNING' };
const text = `integration,identifier\n${'email,ann@example.com\n'.repeat(20_000)}`;
let served: Served;
afterEach(() => served.stop());

/** Yields the file in parts, from its beginning. */
async function* pieces(): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < text.length; at += 65_536) {
    await Promise.resolve();
    yield Buffer.from(text.slice(at, at + 65_536));
  }
}

describe('an upload', () => {
  it('sends a file from the disk with its name and type', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carillon-'));
    await writeFile(join(folder, 'people.csv'), text);
    served = await Served.by(value(job), value(job));
    const client = served.client();
    const file = await openAsBlob(join(folder, 'people.csv'));
    expect(
      await client.upload('/groups/{groupId}/import', { path, query: { onExisting: 'update' }, file }),
    ).toEqual(job);
    await client.upload('/groups/{groupId}/remove', { path, file, type: 'application/x-ndjson' });
    expect(served.asked.map(({ request, headers }) => [request, headers['content-type']])).toEqual([
      [`POST /groups/${path.groupId}/import?onExisting=update`, 'text/csv'],
      [`POST /groups/${path.groupId}/remove`, 'application/x-ndjson'],
    ]);
    expect(served.asked[0]?.body).toBe(text);
    expect(served.asked[0]?.headers['content-length']).toBe(String(text.length));
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a Blob', () => new Blob([text]), text.length],
    ['a function that opens it', () => pieces, null],
    ['bytes', () => pieces(), null],
  ])('reports its progress: %s', async (_what, file, total) => {
    served = await Served.by(value(job));
    const reported: Progress[] = [];
    await served.client().upload('/groups/{groupId}/import', {
      path,
      file: file(),
      onProgress: (progress) => reported.push(progress),
    });
    expect(served.asked[0]?.body).toBe(text);
    expect(reported.length).toBeGreaterThan(1);
    expect(reported.at(-1)).toEqual({ sent: text.length, total });
    expect(reported.map(({ sent }) => sent)).toEqual(reported.map(({ sent }) => sent).sort((a, b) => a - b));
  });

  it.each([
    ['cut after the upload', cut],
    ['cut during the upload', cutEarly],
    ['temporarily refused', problem(503, 'service_unavailable')],
  ])('is sent again from its beginning under the same key: %s', async (_case, failure) => {
    served = await Served.by(failure, value(job));
    const reported: number[] = [];
    const onProgress = ({ sent }: Progress) => void reported.push(sent);
    await served.client().upload('/groups/{groupId}/import', { path, file: pieces, onProgress });
    expect(served.asked[1]?.body).toBe(text);
    expect(served.asked[1]?.headers['idempotency-key']).toBe(served.asked[0]?.headers['idempotency-key']);
    // The upload restarted once.
    expect(reported.filter((sent) => sent === 65_536)).toHaveLength(2);
  });

  it('is not sent again if it can be read only once', async () => {
    served = await Served.by(problem(503, 'service_unavailable'), value(job));
    const sent = served.client().upload('/groups/{groupId}/import', { path, file: pieces() });
    await expect(sent).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(served.asked).toHaveLength(1);
  });

  it('closes the file when it is aborted', async () => {
    served = await Served.by(value(job));
    const abort = new AbortController();
    let close: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => (close = resolve));
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          await new Promise(setImmediate);
          yield new Uint8Array(65_536);
        }
      } finally {
        close?.();
      }
    }
    const onProgress = ({ sent }: Progress): void => {
      if (sent > 1_000_000) abort.abort(new Error('enough'));
    };
    const upload = { path, file: endless, onProgress, signal: abort.signal };
    await expect(served.client().upload('/groups/{groupId}/import', upload)).rejects.toThrow('enough');
    await closed;
  });

  it('does not touch the file when its signal is aborted after the upload', async () => {
    served = await Served.by(value(job));
    const abort = new AbortController();
    let isClosed = false;
    const all = pieces();
    const file = {
      [Symbol.asyncIterator]: () => ({
        next: () => all.next(),
        return: () => {
          isClosed = true;
          return all.return();
        },
      }),
    };
    const upload = { path, file, signal: abort.signal };
    expect(await served.client().upload('/groups/{groupId}/import', upload)).toEqual(job);
    abort.abort();
    expect(isClosed).toBe(false);
  });
});

describe('an upload in a browser', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'));

  it('uses XMLHttpRequest to report progress, and is retried like any other upload', async () => {
    Object.assign(globalThis, { XMLHttpRequest: Xhr });
    served = await Served.by(problem(503, 'service_unavailable'), cut, value(job, { 'x-other': 'a: b' }));
    const reported: Progress[] = [];
    const answered = await served.client().upload('/groups/{groupId}/import', {
      path,
      file: new Blob([text]),
      onProgress: (progress) => reported.push(progress),
    });
    expect(answered).toEqual(job);
    expect(served.asked).toHaveLength(3);
    expect(served.asked[2]).toMatchObject({
      body: text,
      headers: { 'x-by': 'xhr', 'content-type': 'text/csv', authorization: 'Bearer car_live_test' },
    });
    expect(new Set(served.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(reported).toContainEqual({ sent: text.length, total: text.length });
  });

  it('ends when it is aborted', async () => {
    Object.assign(globalThis, { XMLHttpRequest: Xhr });
    const abort = new AbortController();
    served = await Served.by(() => abort.abort(new Error('enough')));
    const upload = { path, file: new Blob([text]), onProgress: () => undefined, signal: abort.signal };
    await expect(served.client().upload('/groups/{groupId}/import', upload)).rejects.toThrow('enough');
  });
});

/** The browser features that the client uses. */
class Xhr {
  status = 0;
  responseText = '';
  responseURL = '';
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  private headers = '';
  private isAborted = false;
  private sent: ReturnType<typeof request> | undefined;

  open(method: string, url: string): void {
    this.responseURL = url;
    this.sent = request(url, { method, headers: { 'x-by': 'xhr' } }, (response) => {
      this.status = response.statusCode ?? 0;
      this.headers = Object.entries(response.headers)
        .map(([name, value]) => `${name}: ${String(value)}\r\n`)
        .join('');
      response.setEncoding('utf8').on('data', (piece: string) => (this.responseText += piece));
      response.once('end', () => this.onload?.());
    });
    this.sent.once('error', () => (this.isAborted ? this.onabort : this.onerror)?.());
  }

  setRequestHeader(name: string, value: string): void {
    this.sent?.setHeader(name, value);
  }

  getAllResponseHeaders(): string {
    return this.headers;
  }

  send(body: Blob): void {
    void body.arrayBuffer().then((bytes) => {
      this.sent?.end(Buffer.from(bytes), () => this.upload.onprogress?.({ loaded: body.size }));
    });
  }

  abort(): void {
    this.isAborted = true;
    this.sent?.destroy(new Error('aborted'));
  }
}
