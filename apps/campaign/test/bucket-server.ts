import { createHash, createHmac } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface StoredObject {
  type: string;
  bytes: Buffer;
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * A server with the part of the protocol of Amazon S3 that the service uses, with the bucket in the path. It refuses
 * requests whose signature (version 4) or content hash is wrong.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export class BucketServer {
  /** By their keys. */
  readonly objects = new Map<string, StoredObject>();
  private readonly server: Server;

  private constructor(
    private readonly bucket: string,
    private readonly credentials: Credentials,
  ) {
    this.server = createServer((request, response) => void this.respond(request, response));
  }

  static async start(bucket: string, credentials: Credentials): Promise<BucketServer> {
    const server = new BucketServer(bucket, credentials);
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const [, bucket = '', ...parts] = decodeURIComponent(pathOf(request)).split('/');
    if (!this.isSigned(request, bytes)) {
      refuse(response, 403, 'SignatureDoesNotMatch');
      return;
    }
    if (bucket !== this.bucket) {
      refuse(response, 404, 'NoSuchBucket');
      return;
    }
    const key = parts.join('/');
    switch (request.method) {
      case 'PUT':
        this.objects.set(key, { type: request.headers['content-type'] ?? '', bytes });
        response.writeHead(200, { etag: `"${createHash('md5').update(bytes).digest('hex')}"` }).end();
        return;
      case 'GET':
        this.send(key, request.headers.range, response);
        return;
      case 'DELETE':
        this.objects.delete(key);
        response.writeHead(204).end();
        return;
      default:
        refuse(response, 405, 'MethodNotAllowed');
    }
  }

  private send(key: string, range: string | undefined, response: ServerResponse): void {
    const found = this.objects.get(key);
    if (!found) {
      refuse(response, 404, 'NoSuchKey');
      return;
    }
    const { type, bytes } = found;
    const [from = 0, to = bytes.length - 1] = (/^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [])
      .slice(1)
      .map(Number);
    if (from >= bytes.length) {
      refuse(response, 416, 'InvalidRange');
      return;
    }
    const end = Math.min(to, bytes.length - 1);
    const headers = { 'content-type': type, 'content-range': `bytes ${from}-${end}/${bytes.length}` };
    response.writeHead(206, headers).end(bytes.subarray(from, end + 1));
  }

  private isSigned({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer): boolean {
    const form =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
    const [, id, scope = '', day = '', region = '', names = '', signature] =
      form.exec(headers.authorization ?? '') ?? [];
    const hash = String(headers['x-amz-content-sha256']);
    if (id !== this.credentials.accessKeyId || hash !== sha256(bytes)) return false;
    const { pathname, searchParams } = new URL(url, 'http://bucket');
    searchParams.sort();
    const canonical = [
      method,
      pathname,
      searchParams.toString(),
      ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
      '',
      names,
      hash,
    ].join('\n');
    const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n');
    let key: Buffer = Buffer.from(`AWS4${this.credentials.secretAccessKey}`);
    for (const part of [day, region, 's3', 'aws4_request']) key = hmac(key, part);
    return hmac(key, text).toString('hex') === signature;
  }
}

const pathOf = ({ url = '' }: IncomingMessage): string => new URL(url, 'http://bucket').pathname;
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}
