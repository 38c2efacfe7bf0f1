import { eventually } from '@carillon/testing';
import { GROUP, imported } from './examples';
import { keys } from './callers';
import { Gateway } from './gateway';
import type { Answer } from './answer';
import { outcome } from './keyed';

const path = `/groups/${GROUP}/import`;
const file = 'integration,identifier\nemail,ann@example.com\n';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start({
    'import.begin': ({ id, kind, format }) => ({ ...imported, id, kind, format, state: 'RECEIVING' }),
    'import.append': () => ({}),
    'import.end': ({ id }) => ({ ...imported, id, state: 'RUNNING' }),
    'import.break': () => ({}),
  });
});
afterAll(() => gateway.close());
beforeEach(() => void gateway.requests.splice(0));

const upload = (key: string, body = file, type = 'text/csv'): Promise<Answer> =>
  gateway.call('POST', path, { body, headers: { 'content-type': type, 'idempotency-key': key } });
const begunIds = (): string[] => gateway.payloads('import.begin').map(({ id }) => id);

describe('a file that is sent with an Idempotency-Key', () => {
  it('is stored once, and the response is repeated without reading the file', async () => {
    const first = await upload('once');
    const again = await upload('once');
    expect([outcome(first), outcome(again)]).toEqual([
      [202, false, undefined],
      [202, true, undefined],
    ]);
    expect([again.text, again.headers.location]).toEqual([first.text, first.headers.location]);
    expect(begunIds()).toHaveLength(1);
  });

  it('is another request if it has another length or type', async () => {
    await upload('same');
    expect(outcome(await upload('same', `${file}\n`))).toEqual([422, false, 'idempotency_key_reused']);
    expect(outcome(await upload('same', file, 'application/x-ndjson'))).toEqual([
      422,
      false,
      'idempotency_key_reused',
    ]);
  });

  it('can be interrupted, and is stored with the same ID when it is sent again', async () => {
    const wire = gateway.wire();
    wire.write(
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.user}\r\nIdempotency-Key: broken\r\n` +
        `Content-Type: text/csv\r\nContent-Length: ${file.length}\r\n\r\n${file.slice(0, 10)}`,
    );
    await eventually(() => begunIds().length === 1);
    wire.destroy();
    let answer = await upload('broken');
    await eventually(async () => {
      if (answer.status === 409) answer = await upload('broken');
      return answer.status !== 409;
    });
    expect(outcome(answer)).toEqual([202, false, undefined]);
    expect(begunIds()).toHaveLength(2);
    expect(new Set(begunIds()).size).toBe(1);
  });
});
