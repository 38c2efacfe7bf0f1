import {
  type ApiAnswer,
  type ApiRequest,
  type EndpointAct,
  FakeApiServer,
  FakeEndpoint,
  type NoAnswer,
} from '@carillon/fake-providers';
import type {
  Channel,
  LeasedRecipient,
  ContentChanges,
  PublishedContent,
  SenderProvider,
} from '@carillon/contracts';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import type { ProviderUnderTest, Providers } from './provider-suite';
import { contentBy } from './content-by';

export const endpointSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** An HTTP sender after a worker has opened it. */
export interface TestEndpointSender {
  id: string;
  userId: string;
  provider: SenderProvider;
  version: string;
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

interface Terms {
  deliveryId: string;
  timeoutMs: number;
  validForMs: number;
  mayDeliver?: () => boolean;
}

interface Answer {
  kind: string;
}

/** The Provider of libs/channel, which a test library does not import. */
interface ChannelProvider<Result extends Answer> {
  compile(
    content: PublishedContent,
    sender: TestEndpointSender,
    files?: Readonly<Record<string, string>>,
  ): unknown;
  send(
    recipient: LeasedRecipient,
    message: unknown,
    sender: TestEndpointSender,
    terms: Terms,
  ): Promise<Result>;
  tryOut(sender: TestEndpointSender, address: string | null): Promise<object>;
  close(): Promise<void>;
}

export const deliveryId = '64b7c0ffee64b7c0ffee0001-0000000002-7';

/** A channel's HTTP provider that sends to one endpoint. */
export class EndpointSending<Result extends Answer> {
  constructor(
    private readonly channel: Channel,
    readonly provider: ChannelProvider<Result>,
    readonly sender: TestEndpointSender,
    readonly endpoint: FakeEndpoint | null,
  ) {}

  send(
    timeoutMs = 5_000,
    recipient: Partial<LeasedRecipient> = {},
    changes: ContentChanges = {},
    files: Readonly<Record<string, string>> = {},
  ): Promise<Result> {
    const terms = { deliveryId, timeoutMs, validForMs: 90_000 };
    const message = this.provider.compile(this.contentBy(changes), this.sender, files);
    return this.provider.send(this.recipient(recipient), message, this.sender, terms);
  }

  contentBy(changes: ContentChanges): PublishedContent {
    return contentBy(this.channel, changes);
  }

  recipient(changes: Partial<LeasedRecipient> = {}): LeasedRecipient {
    return {
      i: 7,
      address: this.channel === 'EMAIL' ? 'zoe@example.org' : '+15005550009',
      subscriberId: '64b7c0ffee64b7c0ffee0003',
      variables: { name: 'Zoë' },
      ...changes,
    };
  }

  async end(): Promise<void> {
    await this.provider.close();
    await this.endpoint?.stop();
  }
}

export function endpointSender(url: string, settings: Record<string, unknown> = {}): TestEndpointSender {
  return {
    id: '64b7c0ffee64b7c0ffee0009',
    userId: '64b7c0ffee64b7c0ffee0002',
    provider: 'HTTP',
    version: '1',
    settings: { url, ...settings },
    secrets: { secret: endpointSecret },
  };
}

type Make = (url: string) => Pick<EndpointSending<Answer & { reason?: string }>, 'send' | 'provider'>;

/** A channel's HTTP provider in every situation of the provider tests. */
export function endpointProviders(make: Make): Providers {
  const by = (act: EndpointAct) => async (): Promise<ProviderUnderTest> => {
    const endpoint = await new FakeEndpoint({ secret: endpointSecret, conduct: () => act }).start();
    return underTest(
      make(endpoint.url),
      () => endpoint.stop(),
      () => endpoint.requests.length,
    );
  };
  return {
    ...connectionProviders(make),
    takes: by('takes'),
    'refuses the recipient for good': by({ status: 422, body: { reason: 'INVALID_ADDRESS' } }),
    'refuses the recipient for now': by({ status: 422, body: { reason: 'MAILBOX_FULL' } }),
    throttles: by({ status: 429, headers: { 'retry-after': '2' } }),
    'refuses the login': by({ status: 401 }),
    'hangs up when it has the message': by('resets'),
    'keeps silent after the message': by('keeps silent'),
  };
}

/** The situations in which nothing is sent. */
function connectionProviders(
  make: Make,
): Pick<Providers, 'cannot be reached' | 'hangs up before the message' | 'keeps silent before the message'> {
  /** Before a message, only TLS is possible: HTTP itself sends nothing until it has the whole message. */
  const secured = (onSocket: (socket: Socket) => void) => async (): Promise<ProviderUnderTest> => {
    const server = await listen(onSocket);
    return underTest(make(`https://127.0.0.1:${portOf(server)}`), () => stop(server));
  };
  return {
    'cannot be reached': async () => {
      const server = await listen(() => undefined);
      const port = portOf(server);
      await stop(server);
      return underTest(make(`http://127.0.0.1:${port}`), () => Promise.resolve());
    },
    'hangs up before the message': secured((socket) => socket.once('data', () => socket.resetAndDestroy())),
    'keeps silent before the message': secured((socket) => socket.resume()),
  };
}

/** What the API of a provider does with a request that it could accept. */
export type ApiActs = Record<
  'takes' | 'refuses the recipient for good' | 'throttles' | 'refuses the login',
  ApiAct
> &
  Partial<Record<'refuses the recipient for now', ApiAct>>;
/** A response, which can depend on the number of emails in the request. */
type ApiAct = ApiAnswer | ((mails: number) => ApiAnswer);

/** The API of a provider in every situation of the provider tests. `make` gets the value for PROVIDER_API_URL. */
export function apiProviders(name: string, acts: ApiActs, make: Make): Providers {
  const by = (act: ApiAct | NoAnswer) => async (): Promise<ProviderUnderTest> => {
    let taken = 0;
    const answer = ({ path, body }: ApiRequest): ApiAnswer | NoAnswer => {
      const mails = path.endsWith('/batch') ? (JSON.parse(body.toString()) as unknown[]).length : 1;
      taken += mails;
      return typeof act === 'function' ? act(mails) : act;
    };
    const server = await new FakeApiServer({ [name]: { answer } }).start();
    return underTest(
      make(server.url),
      () => server.stop(),
      () => taken,
    );
  };
  const { 'refuses the recipient for now': forNow } = acts;
  return {
    ...connectionProviders(make),
    takes: by(acts.takes),
    'refuses the recipient for good': by(acts['refuses the recipient for good']),
    ...(forNow && { 'refuses the recipient for now': by(forNow) }),
    throttles: by(acts.throttles),
    'refuses the login': by(acts['refuses the login']),
    'hangs up when it has the message': by('resets'),
    'keeps silent after the message': by('keeps silent'),
  };
}

function underTest(
  sending: ReturnType<Make>,
  stopServer: () => Promise<void>,
  taken = () => 0,
): ProviderUnderTest {
  return {
    send: (timeoutMs) => sending.send(timeoutMs),
    breakOff: () => sending.provider.close(),
    taken,
    end: async () => {
      await sending.provider.close();
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
