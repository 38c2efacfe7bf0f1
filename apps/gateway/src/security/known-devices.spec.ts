import { FixedClock } from '@carillon/testing/clock';
import type { FastifyReply } from 'fastify';
import type { GatewayConfig } from '../config';
import { KnownDevices } from './known-devices';

const DAY_MS = 86_400_000;
const config = (key = 9) =>
  ({
    CURSOR_KEY: Buffer.alloc(32, key).toString('base64'),
    PUBLIC_URL: 'https://carillon.example.com',
  }) as GatewayConfig;

function arrange(key?: number) {
  const clock = new FixedClock(new Date('2026-03-01T10:00:00Z'));
  return { clock, devices: new KnownDevices(clock, config(key)) };
}

/** A browser, which sends the cookies that it received. */
class Browser {
  cookie = '';
  readonly reply = {
    header: (_name: string, value: string) => {
      this.cookie = value.split(';', 1)[0] ?? '';
    },
  } as unknown as FastifyReply;

  get request() {
    return { headers: { cookie: `other=1; ${this.cookie}` } };
  }
}

describe('a known browser', () => {
  it('is recognized for a person who signed in with it, at every gateway, and for no others', () => {
    const [{ devices }, other, foreign] = [arrange(), arrange(), arrange(8)];
    const browser = new Browser();
    expect(devices.find(browser.request, 'ann@example.com')).toBeNull();
    devices.remember(browser.request, browser.reply, 'ann@example.com');
    expect(browser.cookie).toMatch(/^__Host-carillon-devices=/);
    expect(devices.find(browser.request, 'ann@example.com')).toMatch(/^[\w-]{22}$/);
    expect(other.devices.find(browser.request, 'ann@example.com')).not.toBeNull();
    expect(devices.find(browser.request, 'bob@example.com')).toBeNull();
    expect(foreign.devices.find(browser.request, 'ann@example.com')).toBeNull();
  });

  it('is recognized for several people, and forgets the one who signed in longest ago', () => {
    const { devices } = arrange();
    const browser = new Browser();
    const people = Array.from({ length: 9 }, (_, i) => `person${i}@example.com`);
    for (const person of people) devices.remember(browser.request, browser.reply, person);
    expect(people.map((person) => devices.find(browser.request, person) !== null)).toEqual([
      false,
      ...Array<boolean>(8).fill(true),
    ]);
    devices.remember(browser.request, browser.reply, 'person3@example.com');
    expect(devices.find(browser.request, 'person1@example.com')).not.toBeNull();
  });

  it('is forgotten after half a year', () => {
    const { devices, clock } = arrange();
    const browser = new Browser();
    devices.remember(browser.request, browser.reply, 'ann@example.com');
    clock.advance(180 * DAY_MS);
    expect(devices.find(browser.request, 'ann@example.com')).not.toBeNull();
    clock.advance(DAY_MS);
    expect(devices.find(browser.request, 'ann@example.com')).toBeNull();
  });

  it.each(['', '~', 'zz.zz.zz', `1.${'A'.repeat(22)}.${'A'.repeat(22)}`])(
    'cannot make itself known: %j',
    (cookie) => {
      const { devices } = arrange();
      const request = { headers: { cookie: `__Host-carillon-devices=${cookie}` } };
      expect(devices.find(request, 'ann@example.com')).toBeNull();
    },
  );
});
