import { seededRandom } from '@carillon/testing/random';
import { keys } from './callers';
import { Gateway } from './gateway';
import { obliging } from './services';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(obliging, {
    ARRIVAL_TIMEOUT_MS: '1000',
    RATE_UPGRADED: 'none',
    RATE_FREE: 'none',
  });
});
afterAll(() => gateway.close());

const pieces = {
  methods: [
    'GET',
    'POST',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'PUT',
    'CONNECT',
    'TRACE',
    'get',
    'M-SEARCH',
    'PRI',
    '',
  ],
  targets: [
    '/api/v1/groups',
    '/api/v1/campaigns/create',
    '/api/v1/subscribers',
    '/api/v1/campaigns',
    '/api/v1/suppressions',
    '/api/v1/groups/%00',
    '/api/v1/groups/%F0%9F%91%8B',
    '/api/v1/groups/..%2f..',
    '/api/v1/groups?limit=%',
    '/u/%2e%2e',
    '/api/v1/subscribers?groupId[]=1&groupId[a]=2',
    '/api/v1/groups?' + 'limit=1&'.repeat(500),
    '*',
    'ftp://x/api/v1/groups',
    'HTTP://x',
    'urn:x:y',
    'http://x/api/v1/groups',
    '/api/v1/callbacks/twilio/5f0000000000000000000001/status',
    '//',
    '/api/v1/groups;a=b',
    '/api/v1/groups#x',
    '/\x80',
    '?',
    '/api/v1/groups?__proto__=1&constructor=2',
    '/api/v1/groups/' + 'x'.repeat(15_000),
    '/api/docs/errors',
  ],
  headers: [
    'Content-Type: application/json',
    'Content-Type: application/json; charset=utf-7',
    'Content-Type: \xff',
    'Content-Type:',
    'Content-Length: 2',
    'Content-Length: 0',
    'Content-Length: -1',
    'Content-Length: 1e3',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: identity',
    'Expect: 100-continue',
    'Expect: tea',
    'Connection: close',
    'Connection: upgrade',
    'Upgrade: websocket',
    'Upgrade: h2c',
    'Accept: */*;q=x,,;',
    'Accept: text/html',
    'Content-Encoding: gzip',
    'Idempotency-Key: 1',
    'Idempotency-Key: \xe9',
    'X-Request-Id: \x7f',
    'X-Forwarded-For: ::1, x',
    'Origin: null',
    'Authorization: Bearer',
    'Authorization: Basic eA==',
    'Host: a',
    'Host:',
    'A: b\r\n c',
    'Cookie: ' + 'a=b; '.repeat(200),
    'traceparent: 00-0-0-00',
    'Range: bytes=0-',
    'If-None-Match: *',
    'HTTP2-Settings: AAAA',
  ],
  bodies: [
    '',
    '{}',
    '{',
    '[]',
    'null',
    '2\r\n{}\r\n0\r\n\r\n',
    '2\r\n{}',
    'ffffffffff\r\n',
    '0\r\n\r\n',
    '-1\r\n',
    '2;x=y\r\n{}\r\n0\r\nA: b\r\n\r\n',
    '{"name":"x"}',
    '{"name":"\\ud800"}',
    '{"name":"\\u0000"}',
    '{"groups":{"$ne":1}}',
    '\x00\x00',
    '\xff\xfe{\x00}\x00',
    ' '.repeat(70_000),
    '{"name":' + '['.repeat(5_000),
    '{"extraData":{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}}',
    '{"name":1e999}',
    'a=b&c=d',
  ],
} as const;

/** A request with random parts that may not fit together. Occasionally, some bytes are altered. */
function hostileRequest(random: () => number): Buffer {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const headers = Array.from({ length: Math.floor(random() * 6) }, () => pick(pieces.headers));
  if (random() < 0.8) headers.unshift('Host: x');
  if (random() < 0.7) headers.push(`Authorization: Bearer ${keys.user}`);
  const version = random() < 0.9 ? 'HTTP/1.1' : pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.2', '']);
  const head = [`${pick(pieces.methods)} ${pick(pieces.targets)} ${version}`, ...headers].join('\r\n');
  const bytes = Buffer.from(`${head}\r\n\r\n${pick(pieces.bodies)}`, 'latin1');
  for (let hits = random() < 0.3 ? 3 : 0; hits > 0; hits--) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
  return bytes;
}

const AT_ONCE = 100;
const answers = /HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/g;

/** The complete response to these bytes. The client's side is closed immediately. */
async function answered(bytes: Buffer): Promise<string> {
  const wire = gateway.wire().write(bytes);
  const received = await Promise.race([wire.untilClosed(), wire.until(/HTTP\/1\.1 [2-5]\d\d [^]*?\r\n\r\n/)]);
  wire.destroy();
  return received;
}

/** Whether it is a problem document, or a page for people, with the ID of the request. */
function isOurs(head: string): boolean {
  return (
    /^content-type: (application\/problem\+json|text\/html); charset=utf-8\r$/im.test(head) &&
    /^x-request-id: \S+\r$/im.test(head)
  );
}

describe('any input', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'gets a response or is cut off, and never causes an internal error (%i)',
    async (seed) => {
      const random = seededRandom(seed);
      const requests = Array.from({ length: AT_ONCE }, () => hostileRequest(random));
      const outcomes = await Promise.all(requests.map(answered));
      const faults = outcomes.flatMap((received, i) =>
        [...received.matchAll(answers)]
          .filter(([, status]) => Number(status) >= 500)
          .map(([head]) => [requests[i]?.toString('latin1'), head]),
      );
      expect(faults).toEqual([]);
      const strangers = outcomes.flatMap((received, i) =>
        [...received.matchAll(answers)]
          .filter(([head, status]) => Number(status) >= 400 && !isOurs(head))
          .map(([head]) => [requests[i]?.toString('latin1'), head]),
      );
      expect(strangers).toEqual([]);
      expect((await gateway.call('GET', '/account')).status).toBe(200);
    },
  );
});
