import { createTransport } from 'nodemailer';
import { BareClient } from './bare-client';
import { mailFor, messageFor, prebuiltFor } from './mail';

/** The number of connections of each sender, which is enough to keep the sink busy. */
export const CONNECTIONS = 5;

/** Sends the n-th mail over one of a few connections, and closes the connections at the end. */
export interface Sender {
  send(n: number, connection: number): Promise<unknown>;
  close(): void;
}

/** The senders to measure. Each runs in a Node process that does nothing else. */
export const senders = {
  'nodemailer, composing': async (port: number): Promise<Sender> => {
    const pool = nodemailerPool(port);
    return Promise.resolve({ send: (n) => pool.sendMail(messageFor(n)), close: () => pool.close() });
  },
  'nodemailer, mail prebuilt': async (port: number): Promise<Sender> => {
    const pool = nodemailerPool(port);
    return Promise.resolve({ send: (n) => pool.sendMail(prebuiltFor(n)), close: () => pool.close() });
  },
  'bare SMTP client in Node': async (port: number): Promise<Sender> => {
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => BareClient.connect(port)));
    return {
      send: async (n, connection) => clients[connection]?.send(mailFor(n)),
      close: () => clients.forEach((client) => client.close()),
    };
  },
} as const satisfies Record<string, (port: number) => Promise<Sender>>;

export type SenderName = keyof typeof senders;

function nodemailerPool(port: number) {
  return createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    pool: true,
    maxConnections: CONNECTIONS,
    // With the default of 100 emails per connection, nodemailer is a third slower.
    maxMessages: Infinity,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
