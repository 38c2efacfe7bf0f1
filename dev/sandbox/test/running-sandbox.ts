import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { pino } from 'pino';
import { parseConfig } from '../src/config';
import { type Message } from '../src/messages/message';
import { startSandbox, type Sandbox } from '../src/sandbox';

const dataDirs: string[] = [];
const running: Sandbox[] = [];

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-'));
  dataDirs.push(directory);
  return directory;
}

/**
 * Starts a sandbox on free ports, with these settings and with defaults that suit tests. `written` receives each line
 * of the log.
 */
export async function runningSandbox(
  environment: Record<string, string> = {},
  written: (line: string) => void = () => undefined,
): Promise<Sandbox> {
  const DATA_DIR = environment.DATA_DIR ?? (await temporaryDirectory());
  const ports = { SMTP_PORT: '0', TWILIO_PORT: '0', INBOX_PORT: '0', ADMIN_PORT: '0' };
  const config = parseConfig({ ...ports, DATA_DIR, SLOW_MS: '300', LOG_LEVEL: 'silent', ...environment });
  const sandbox = await startSandbox(config, pino({ level: 'debug' }, { write: written }));
  running.push(sandbox);
  return sandbox;
}

/** Stops a sandbox before the end of the test. */
export async function stopped(sandbox: Sandbox): Promise<void> {
  running.splice(running.indexOf(sandbox), 1);
  await sandbox.stop();
}

/** For afterEach: stops the sandboxes of the test and removes their data. */
export async function cleanUp(): Promise<void> {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.stop()));
  await Promise.all(dataDirs.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
}

interface Login {
  readonly user: string;
  readonly pass: string;
}

/** Sends one email on a separate connection. @returns the server's last reply. Rejects on a refusal */
export async function send({ smtpPort }: Sandbox, mail: SendMailOptions, auth?: Login): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ...(auth && { auth }) });
  try {
    const { response } = await transport.sendMail({ from: 'news@acme.test', text: 'Hello', ...mail });
    return response;
  } finally {
    transport.close();
  }
}

/** A sandbox with the emails `Mail 1`, `Mail 2`, … to `person1@example.com`, …. */
export async function withMails(count: number): Promise<Sandbox> {
  const sandbox = await runningSandbox();
  for (let i = 1; i <= count; i++)
    await send(sandbox, { to: `person${i}@example.com`, subject: `Mail ${i}` });
  return sandbox;
}

/** Returns the messages to a recipient from the API, newest first. */
export async function arrivedFor({ inboxPort }: Sandbox, to: string): Promise<Message[]> {
  const answer = await fetch(`http://127.0.0.1:${inboxPort}/api/messages?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { messages: Message[] }).messages;
}

export interface Answered {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Returns the messages in a response of `/api/messages`. */
export function messagesOf({ body }: Answered): Message[] {
  return (JSON.parse(body) as { messages: Message[] }).messages;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends a request with any method, target, and headers, including those that fetch refuses. */
export function ask(
  { inboxPort }: Sandbox,
  path: string,
  { method = 'GET', headers = {}, body }: Asking = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: inboxPort, path, method, headers, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
        response.on('error', reject);
      },
    );
    asked.on('error', reject).end(body);
  });
}
