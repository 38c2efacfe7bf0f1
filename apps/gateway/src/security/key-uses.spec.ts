import { AppError, type Payload } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import { KeyUses } from './key-uses';

const A = '5f000000000000000000000a';
const B = '5f000000000000000000000b';
const noon = new Date('2026-03-01T12:00:00.000Z');

function arrange() {
  const published: Payload<'api-key.used'>['uses'][] = [];
  const clock = new FixedClock(noon);
  const broker = { isAway: false, meanwhile: (): void => undefined };
  const publish = (_name: string, { uses }: Payload<'api-key.used'>): Promise<void> => {
    broker.meanwhile();
    if (broker.isAway) return Promise.reject(new AppError('service_unavailable'));
    published.push(uses);
    return Promise.resolve();
  };
  const messenger = { publish } as unknown as Messenger;
  return {
    published,
    clock,
    broker,
    uses: new KeyUses(messenger, clock, Logger.create('gateway', 'silent')),
  };
}

describe('the uses of keys', () => {
  it('are reported once per key, with the last time', async () => {
    const { uses, published, clock } = arrange();
    uses.note(A);
    clock.advance(1_000);
    uses.note(B);
    uses.note(A);
    await uses.round();
    await uses.round();
    expect(published).toEqual([
      [
        { keyId: A, at: '2026-03-01T12:00:01.000Z' },
        { keyId: B, at: '2026-03-01T12:00:01.000Z' },
      ],
    ]);
  });

  it('wait while the broker is unavailable', async () => {
    const { uses, published, broker } = arrange();
    uses.note(A);
    broker.isAway = true;
    await expect(uses.round()).rejects.toThrow(AppError);
    broker.isAway = false;
    await uses.round();
    expect(published).toHaveLength(1);
  });

  it('during a report go into the next one', async () => {
    const { uses, published, broker, clock } = arrange();
    uses.note(A);
    broker.meanwhile = () => {
      clock.advance(5);
      uses.note(A);
      broker.meanwhile = () => undefined;
    };
    await uses.round();
    await uses.round();
    expect(published.map(([use]) => use?.at)).toEqual([
      '2026-03-01T12:00:00.000Z',
      '2026-03-01T12:00:00.005Z',
    ]);
  });

  it('are split over several messages if they are many', async () => {
    const { uses, published } = arrange();
    for (let i = 0; i < 2_500; i++) uses.note(i.toString(16).padStart(24, '0'));
    while (await uses.round());
    expect(published.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  });
});
