import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An accepted message: its status callback URL and its ID. */
export interface TakenMessage {
  callbackUrl: string;
  sid: string;
}

/** Accepts every message at once and sends no status callbacks. The benchmark sends them during the measurement. */
export class PretendTwilio {
  readonly taken: TakenMessage[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(pieces).toString());
        const sid = `SM${randomBytes(16).toString('hex')}`;
        const callbackUrl = form.get('StatusCallback');
        if (callbackUrl !== null) this.taken.push({ callbackUrl, sid });
        response.writeHead(201, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ sid, status: 'queued' }));
      });
    });
  }

  static async listen(): Promise<PretendTwilio> {
    const twilio = new PretendTwilio();
    twilio.server.listen(0, '127.0.0.1');
    await once(twilio.server, 'listening');
    return twilio;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}
