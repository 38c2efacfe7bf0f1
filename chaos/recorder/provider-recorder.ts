import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readDeliveryId } from '@carillon/contracts';
import { Journal, type Recorded } from './record';

/** The code of an answer that no worker survives. */
export const DEADLY = 599;

/** What becomes of a request: taken and answered; taken, but the answer never comes; not taken. */
export type ProviderAct = 'take' | 'take-and-hang' | 'take-and-cut' | keyof typeof refusals;

/** Twilio's answers to what is not taken. */
const refusals = {
  'slow-down': { status: 429, code: 14107, headers: { 'retry-after': '2' } },
  kill: { status: 500, code: DEADLY, headers: {} },
} as const;

/** A message that the provider took, as it is named by either side. */
export interface Taken {
  deliveryId: string;
  messageId: string;
}

/** Twilio, as far as messages go: it must not be asked twice for the same one. */
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
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
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
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const address = form.get('To') ?? '';
    const act = this.conduct(address);
    if (act in refusals) {
      refuse(response, refusals[act as keyof typeof refusals]);
      return;
    }
    const messageId = `SM${String(++this.count).padStart(32, '0')}`;
    const deliveryId = new URL(form.get('StatusCallback') ?? '').searchParams.get('delivery') ?? '';
    const campaign = campaignOf(deliveryId);
    this.journal.add({ channel: 'SMS', campaign, address, messageId, at: Date.now() });
    this.taken({ deliveryId, messageId });
    if (act === 'take-and-cut') response.destroy();
    if (act !== 'take') return;
    setTimeout(() => response.writeHead(201).end(JSON.stringify({ sid: messageId })), this.latencyMs);
  }
}

function refuse(
  response: ServerResponse,
  { status, code, headers }: (typeof refusals)[keyof typeof refusals],
): void {
  response.writeHead(status, headers).end(JSON.stringify({ status, code, message: 'No' }));
}

/** A delivery is one of a batch, and a batch is named after its campaign. */
function campaignOf(deliveryId: string): string {
  const place = readDeliveryId(deliveryId);
  if (!place) throw new Error(`Nothing has the id ${deliveryId}`);
  return place.batchId.slice(0, place.batchId.indexOf('-'));
}
