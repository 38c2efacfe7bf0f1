import { setTimeout as delay } from 'node:timers/promises';
import { keys } from './callers';
import { Gateway } from './gateway';
import { account } from './examples';
import { Wire } from './http-client';

const request = `GET /api/v1/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.user}\r\n\r\n`;

describe('when the gateway stops', () => {
  it('requests in flight get their responses, then the connection is closed, and new ones are refused', async () => {
    let ask: () => void = () => undefined;
    const requested = new Promise<void>((resolve) => {
      ask = resolve;
    });
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const gateway = await Gateway.start({
      'user.get': async () => {
        ask();
        await held;
        return account;
      },
    });
    const { port } = gateway;
    const idle = gateway.wire();
    await delay(50);
    const busy = gateway.wire().write(request);
    await requested;
    const closed = gateway.close();
    await idle.untilClosed();
    await expect(new Wire(port).until(/./)).rejects.toThrow('closed');
    letGo();
    const received = await busy.untilClosed();
    expect(received).toMatch(/^HTTP\/1.1 200 /);
    expect(received).toMatch(/^connection: close\r$/im);
    await closed;
  });
});
