import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import type { ProviderAnswer, ProviderUnderTest, Providers } from './provider-suite';
import { type TwilioBehavior, TwilioServer } from './twilio-server';

/** A provider that sends through Twilio's API at any URL. */
export interface TwilioSender {
  send(timeoutMs: number): Promise<ProviderAnswer>;
  close(): Promise<void>;
}

/** A channel's Twilio provider in every situation of the provider tests. */
export function twilioProviders(make: (url: string) => TwilioSender): Providers {
  const by = (behavior: TwilioBehavior) => async (): Promise<ProviderUnderTest> => {
    const server = (await TwilioServer.start()).always(behavior);
    return underTest(
      make(server.url),
      () => server.stop(),
      () => server.messages.length,
    );
  };
  /** Before a message, only TLS is possible: HTTP itself sends nothing until it has the whole message. */
  const secured = (onSocket: (socket: Socket) => void) => async (): Promise<ProviderUnderTest> => {
    const server = await listen(onSocket);
    return underTest(make(`https://127.0.0.1:${portOf(server)}`), () => stop(server));
  };
  return {
    takes: by('takes'),
    'refuses the recipient for good': by({ status: 400, code: 21211 }),
    'refuses the recipient for now': by({ status: 400, code: 30008 }),
    throttles: by({ status: 429, code: 20429 }),
    'refuses the login': by({ status: 401, code: 20003 }),
    'cannot be reached': async () => {
      const server = await listen(() => undefined);
      const port = portOf(server);
      await stop(server);
      return underTest(make(`http://127.0.0.1:${port}`), () => Promise.resolve());
    },
    'hangs up before the message': secured((socket) => socket.once('data', () => socket.resetAndDestroy())),
    'hangs up when it has the message': by('resets'),
    'keeps silent before the message': secured((socket) => socket.resume()),
    'keeps silent after the message': by('keeps silent'),
  };
}

function underTest(
  sender: TwilioSender,
  stopServer: () => Promise<void>,
  taken = () => 0,
): ProviderUnderTest {
  return {
    send: (timeoutMs) => sender.send(timeoutMs),
    breakOff: () => sender.close(),
    taken,
    end: async () => {
      await sender.close();
      await stopServer();
    },
  };
}

async function listen(onSocket: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => onSocket(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function stop(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
