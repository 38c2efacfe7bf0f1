import type { Channel } from '@carillon/contracts';
import { handLimit, headStartMs } from './hand-limit';

describe('the size of a hand', () => {
  it.each<[string, Channel, number | null, number]>([
    ['a whole batch of email', 'EMAIL', null, 200],
    ['few where what is in doubt is never sent again', 'SMS', null, 10],
    ['few by WhatsApp, too', 'WHATSAPP', null, 10],
    ['two seconds’ work at a slow pace', 'EMAIL', 3, 6],
    ['no more than usual at a fast pace', 'EMAIL', 1_000, 200],
    ['one at the slowest pace', 'SMS', 1 / 60, 1],
  ])('is %s', (_, channel, pacePerSecond, limit) => {
    expect(handLimit(channel, { pacePerSecond })).toBe(limit);
  });

  it('is the usual one where nothing limits it', () => {
    expect(handLimit('EMAIL', null)).toBe(200);
  });
});

describe('the head start', () => {
  it('lets all hands of a rate begin at once, and one hand none', () => {
    expect([headStartMs({ hands: 1 }), headStartMs({ hands: 4 })]).toEqual([0, 1_500]);
  });
});
