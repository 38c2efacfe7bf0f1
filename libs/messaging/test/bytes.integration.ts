import { randomBytes } from 'node:crypto';
import { PIECE_BYTES, type Payload, newId } from '@carillon/contracts';
import { type TestBroker, testBroker } from '@carillon/testing';
import { RawBroker } from './raw-broker';
import { Gate, Seen, eventually } from './seen';
import { TestProcess } from './test-process';

const NAME = 'import.append';
type Piece = Payload<typeof NAME>;
const ids = { userId: newId(), id: newId(), uploadId: newId() };
const piece = (bytes: Uint8Array, seq = 0): Piece => ({ ...ids, seq, from: seq * PIECE_BYTES, bytes });

describe('a command with bytes', () => {
  let broker: TestBroker;
  let caller: TestProcess;
  let raw: RawBroker;
  let received: Seen<Piece>;
  const owners: TestProcess[] = [];
  const owner = async (
    handle: (piece: Piece, redelivered: boolean) => Promise<unknown> = (each) => received.add(each),
  ): Promise<TestProcess> => {
    const started = await TestProcess.start(broker.amqpUrl, 'subscriber', {
      [NAME]: (each, { redelivered }) => handle(each, redelivered).then(() => ({})),
    });
    owners.push(started);
    return started;
  };

  beforeAll(async () => {
    broker = await testBroker();
    caller = await TestProcess.start(broker.amqpUrl, 'gateway');
    raw = await RawBroker.connect(broker.amqpUrl);
  });
  beforeEach(() => void (received = new Seen()));
  afterEach(async () => {
    await Promise.all(owners.splice(0).map((each) => each.stop()));
  });
  afterAll(async () => {
    await Promise.all([caller.stop(), raw.close()]);
    await broker.remove();
  });

  it.each([
    ['no bytes', Buffer.alloc(0)],
    ['each value of a byte', Buffer.from(Array.from({ length: 256 }, (_, value) => value))],
    ['part of a larger buffer', Buffer.from('0123456789').subarray(3, 7)],
    ['a Uint8Array that is not a Buffer', new Uint8Array([0, 128, 255])],
    ['a whole piece', randomBytes(PIECE_BYTES)],
  ])('delivers %s unchanged, with the other properties', async (_, bytes) => {
    await owner();
    expect(await caller.messenger.request(NAME, piece(bytes, 7))).toEqual({});
    const [{ bytes: arrived, ...rest } = piece(Buffer.from('nothing')), ...more] = received.items;
    expect(more).toEqual([]);
    expect(rest).toEqual({ ...ids, seq: 7, from: 7 * PIECE_BYTES });
    expect(Buffer.from(arrived).equals(bytes)).toBe(true);
  });

  it('is not mixed up with others that are sent at the same time', async () => {
    await owner();
    const sent = Array.from({ length: 20 }, (_, seq) => piece(randomBytes(50_000 + seq), seq));
    await Promise.all(sent.map((each) => caller.messenger.request(NAME, each)));
    const bySeq = received.items.toSorted((a, b) => a.seq - b.seq);
    expect(bySeq.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).toEqual(
      sent.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
    );
  });

  it('does not reach the handler with more bytes than allowed', async () => {
    const { log } = await owner();
    const request = caller.messenger.request(NAME, piece(randomBytes(PIECE_BYTES + 1)));
    await expect(request).rejects.toMatchObject({ code: 'internal' });
    expect(received.items).toEqual([]);
    expect(log.withMessage('invalid command')).toMatchObject([{ fields: { code: 'invalid_payload' } }]);
  });

  it.each([
    ['without its other properties', {}],
    ['with properties that do not fit', { payload: JSON.stringify({ ...ids, seq: 'first', from: 0 }) }],
    ['with properties that are no JSON', { payload: '{' }],
  ])('does not reach the handler %s', async (_, headers) => {
    const { log } = await owner();
    await raw.put('subscriber.commands', NAME, 'bytes', headers);
    await eventually(
      () => log.withMessage('invalid command'),
      (lines) => lines.length === 1,
    );
    expect(received.items).toEqual([]);
  });

  it('is redelivered when the process that received it is gone', async () => {
    const gate = new Gate();
    const holding = new Seen<number>();
    const holdOrTake = (number: number) => async (each: Piece, redelivered: boolean) => {
      if (redelivered) return received.add(each);
      await holding.add(number);
      return gate.opened;
    };
    await owner(holdOrTake(0));
    await owner(holdOrTake(1));
    const bytes = randomBytes(PIECE_BYTES);
    const answer = caller.messenger.request(NAME, piece(bytes), { timeoutMs: 60_000 });
    const [number = 0] = await holding.count(1);
    await owners[number]?.connection.close();
    expect(await answer).toEqual({});
    expect(received.items.map((each) => bytes.equals(each.bytes))).toEqual([true]);
    gate.open();
  });
});
