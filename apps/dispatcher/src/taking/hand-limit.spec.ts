import type { Channel } from '@carillon/contracts';
import { handLimit } from './hand-limit';

describe('the size of a hand', () => {
  it.each<[string, Channel, number | null, number]>([
    ['a whole batch of email', 'EMAIL', null, 200],
    ['few where what is in doubt is never sent again', 'SMS', null, 10],
    ['few by WhatsApp, too', 'WHATSAPP', null, 10],
    ['five seconds’ work at a slow pace', 'EMAIL', 3, 15],
    ['no more than usual at a fast pace', 'EMAIL', 1_000, 200],
    ['one at the slowest pace', 'SMS', 1 / 60, 1],
  ])('is %s', (_, channel, ratePerSecond, limit) => {
    expect(handLimit({ channel, ratePerSecond })).toBe(limit);
  });
});
