import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Sandbox } from '../src/sandbox';

export const account = { sid: `AC${'1'.repeat(32)}`, token: 'first-token' };
export const otherAccount = { sid: `AC${'2'.repeat(32)}`, token: 'second-token' };
export const apiKey = { sid: `SK${'3'.repeat(32)}`, secret: 'key-secret' };

/** The accounts setting of a sandbox with both accounts. */
export const accounts = {
  TWILIO_ACCOUNTS: `${account.sid}:${account.token};${apiKey.sid}:${apiKey.secret}, ${otherAccount.sid}:${otherAccount.token}`,
  CALLBACK_STEP_MS: '10',
};

export interface TwilioAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

interface Asking {
  /** The login. The default is the login of `account`. */
  readonly user?: string;
  readonly password?: string;
  /** The time limit for a response (milliseconds). */
  readonly timeoutMs?: number;
}

/** Sends a request to the simulated Twilio. A form makes the request a POST. `path` is relative to the account. */
export async function twilio(
  { twilioPort }: Sandbox,
  path: string,
  form?: Readonly<Record<string, string>>,
  { user = account.sid, password = account.token, timeoutMs = 60_000 }: Asking = {},
): Promise<TwilioAnswer> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const answer = await fetch(`http://127.0.0.1:${twilioPort}/2010-04-01/Accounts/${account.sid}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: { authorization },
    ...(form && { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

/** Sends a text; `form` overrides the defaults. */
export function sendText(
  sandbox: Sandbox,
  form: Readonly<Record<string, string>> = {},
): Promise<TwilioAnswer> {
  const usual = { To: '+12025550101', From: '+15005550006', Body: 'Hello' };
  return twilio(sandbox, '/Messages.json', { ...usual, ...form });
}

export interface Callback {
  readonly url: string;
  readonly signature: string;
  readonly form: Record<string, string>;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A receiver of callbacks. It records them and responds as configured. */
export class Receiver {
  readonly received: Callback[] = [];
  /** The statuses of the next responses. All later responses have the status 204. */
  answers: number[] = [];
  private readonly server: Server = createServer((request, response) => {
    void this.receive(request).then((status) => response.writeHead(status).end());
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get statuses(): string[] {
    return this.received.map(({ form }) => form.MessageStatus ?? '');
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage): Promise<number> {
    const body = await text(request);
    const form = Object.fromEntries(new URLSearchParams(body));
    const signature = String(request.headers['x-twilio-signature']);
    this.received.push({
      url: `${this.url}${request.url ?? ''}`,
      signature,
      form,
      headers: request.headers,
      body,
    });
    return this.answers.shift() ?? 204;
  }
}
