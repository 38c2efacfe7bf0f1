import { setTimeout as pause } from 'node:timers/promises';
import { readDeliveryId } from '@carillon/contracts';
import { FakeTwilio, type SentMessage, type TwilioAnswer } from '@carillon/fake-providers';
import { Journal, type Recorded } from './record';

/** The code of an answer that no worker survives. */
export const DEADLY = 599;

/** What becomes of a request: taken and answered; not taken. */
export type ProviderAct = 'take' | keyof typeof refusals;

/** Twilio's answers to what is not taken. */
const refusals = {
  'slow-down': { status: 429, code: 14107, headers: { 'retry-after': '2' } },
  kill: { status: 500, code: DEADLY },
} as const satisfies Record<string, TwilioAnswer>;

/** A message that the provider took, as it is named by either side. */
export interface Taken {
  deliveryId: string;
  messageId: string;
}

/** A Twilio that writes down every message it takes: it must not be asked twice for the same one. */
export class ProviderRecorder {
  conduct: (address: string) => ProviderAct = () => 'take';
  /** How long it takes over a message. */
  latencyMs = 0;
  /** Called for each message that is taken. */
  taken: (message: Taken) => void = () => undefined;
  private readonly journal = new Journal();
  private readonly twilio = new FakeTwilio({
    conduct: ({ form }) => {
      const act = this.conduct(form.To ?? '');
      return act === 'take' ? 'takes' : refusals[act];
    },
    take: (message) => this.take(message),
  });

  static async listen(): Promise<ProviderRecorder> {
    const recorder = new ProviderRecorder();
    await recorder.twilio.start();
    return recorder;
  }

  get url(): string {
    return this.twilio.url;
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

  close(): Promise<void> {
    return this.twilio.stop();
  }

  private async take({ sid: messageId, request }: SentMessage): Promise<void> {
    const deliveryId = new URL(request.statusCallback ?? '').searchParams.get('delivery') ?? '';
    const campaign = campaignOf(deliveryId);
    this.journal.add({ channel: 'SMS', campaign, address: request.to, messageId, at: Date.now() });
    this.taken({ deliveryId, messageId });
    if (this.latencyMs > 0) await pause(this.latencyMs);
  }
}

/** A delivery is one of a batch, and a batch is named after its campaign. */
function campaignOf(deliveryId: string): string {
  const place = readDeliveryId(deliveryId);
  if (!place) throw new Error(`Nothing has the id ${deliveryId}`);
  return place.batchId.slice(0, place.batchId.indexOf('-'));
}
