type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A file to upload: a Blob, such as a File of a form or the result of `openAsBlob` of `node:fs`, or a function that
 * opens its bytes for each attempt. Bytes without a function can be read only once, so they are not sent again.
 */
export type FileSource = Blob | AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>);

/** The number of bytes of a Blob that are read at once. */
const PIECE = 256 * 1024;

export interface Progress {
  /** The number of sent bytes. It starts at 0 again with each attempt. */
  sent: number;
  /** The size of the file (bytes); null if unknown. */
  total: number | null;
}

/** The request settings that send a file in one attempt. */
export interface UploadRequest {
  body: Blob | ReadableStream<Bytes>;
  bodySerializer: <T>(body: T) => T;
  duplex?: 'half';
  fetch?: (request: Request) => Promise<Response>;
}

export function isOnce(file: FileSource): boolean {
  return !(file instanceof Blob) && typeof file !== 'function';
}

/**
 * Browsers report the progress only of an XMLHttpRequest, and most can't fetch with a stream. Without XMLHttpRequest,
 * as in Node, the bytes are counted in a stream.
 * @param signal aborted when the attempt has failed
 */
export function uploadRequest(
  file: FileSource,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): UploadRequest {
  if (file instanceof Blob) {
    const { XMLHttpRequest: Xhr } = globalThis as unknown as { XMLHttpRequest?: new () => XmlHttpRequest };
    if (!onProgress) return { body: file, bodySerializer: asIs };
    if (Xhr)
      return {
        body: file,
        bodySerializer: asIs,
        fetch: (request) => sendByXhr(new Xhr(), request, file, onProgress),
      };
    return streamed(piecesOf(file), file.size, signal, onProgress);
  }
  return streamed(typeof file === 'function' ? file() : file, null, signal, onProgress);
}

function streamed(
  bytes: AsyncIterable<Uint8Array>,
  total: number | null,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): UploadRequest {
  const source = bytes[Symbol.asyncIterator]();
  let sent = 0;
  const close = async (): Promise<void> => {
    await source.return?.();
  };
  const ended = new AbortController();
  const body = new ReadableStream<Bytes>({
    // fetch does not cancel a stream that it reads. A signal may outlive many uploads: it must not keep their files.
    start: (controller) =>
      signal.addEventListener(
        'abort',
        () => {
          controller.error(signal.reason);
          void close().catch(() => undefined);
        },
        { signal: ended.signal },
      ),
    pull: async (controller) => {
      const next = await source.next();
      if (signal.aborted) return;
      if (next.done) {
        ended.abort();
        controller.close();
        return;
      }
      sent += next.value.length;
      controller.enqueue(next.value as Bytes);
      onProgress?.({ sent, total });
    },
    cancel: close,
  });
  return { body, bodySerializer: asIs, duplex: 'half' };
}

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < file.size; at += PIECE)
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
}

/** The used part of the browser's XMLHttpRequest. */
interface XmlHttpRequest {
  status: number;
  responseText: string;
  responseURL: string;
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob): void;
  abort(): void;
}

function sendByXhr(
  xhr: XmlHttpRequest,
  request: Request,
  file: Blob,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  const { method, url, headers, signal } = request;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    xhr.open(method, url);
    headers.forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.upload.onprogress = ({ loaded }) => onProgress({ sent: loaded, total: file.size });
    xhr.onload = () => {
      const headers = xhr.getAllResponseHeaders().split('\r\n').filter(Boolean);
      const pairs = headers.map((line): [string, string] => {
        const [name = '', ...value] = line.split(':');
        return [name, value.join(':').trim()];
      });
      // XMLHttpRequest follows redirects by itself.
      const status = xhr.responseURL === url ? xhr.status : 302;
      resolve(new Response(xhr.responseText || null, { status, headers: pairs }));
    };
    xhr.onerror = () => reject(new TypeError('the connection failed'));
    xhr.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(file);
  });
}

function asIs<T>(body: T): T {
  return body;
}
