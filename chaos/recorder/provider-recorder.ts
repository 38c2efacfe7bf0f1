import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Journal, type Recorded } from './record';

/** What becomes of a request to the provider: `taken` and answered; taken, but the answer never comes; not taken. */
export type ProviderAct = 'take' | 'take-and-hang' | 'take-and-cut' | { status: number };

/** A message that the provider took, as it is named by either side. */
export interface Taken {
  deliveryId: string;
  messageId: string;
}

type Request = Pick<Recorded, 'channel' | 'campaign' | 'address'> & Pick<Taken, 'deliveryId'>;

/** A provider whose API must not be asked twice for the same message, as those of SMS and WhatsApp. */
export class ProviderRecorder {
  conduct: (address: string) => ProviderAct = () => 'take';
  latencyMs = 0;
  /** Called for each message that is taken. */
  taken: (message: Taken) => void = () => undefined;
  private readonly journal = new Journal();
  private count = 0;

  private constructor(private readonly server: Server) {}

  static listen(): Promise<ProviderRecorder> {
    const server = createServer((request, response) => void recorder.answer(request, response));
    const recorder = new ProviderRecorder(server);
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(recorder)));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/messages`;
  }

  of(campaign: string): readonly Recorded[] {
    return this.journal.of(campaign);
  }

  /** As a good provider again. */
  behave(): void {
    this.conduct = () => 'take';
    this.latencyMs = 0;
    this.taken = () => undefined;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = JSON.parse(Buffer.concat(chunks).toString()) as Request;
    const { channel, campaign, address, deliveryId } = request;
    const act = this.conduct(address);
    if (typeof act === 'object') {
      response.writeHead(act.status).end('{}');
      return;
    }
    const messageId = `SM${++this.count}`;
    this.journal.add({ channel, campaign, address, messageId, at: Date.now() });
    this.taken({ deliveryId, messageId });
    if (act === 'take-and-cut') response.destroy();
    if (act !== 'take') return;
    setTimeout(() => response.writeHead(201).end(JSON.stringify({ id: messageId })), this.latencyMs);
  }
}
