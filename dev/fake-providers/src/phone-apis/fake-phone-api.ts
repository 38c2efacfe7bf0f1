import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer, ApiRequest, FakeApi, NoAnswer } from '../apis/fake-api';
import { PostClient } from '../http/post-client';
import type { StatusSequence, StatusStep } from '../twilio/statuses';

/** A message in a valid request. */
export interface PhoneApiMessage {
  /** E.164. */
  readonly to: string;
  /** E.164, or a name. */
  readonly from: string;
  readonly text: string;
  readonly mediaUrl: string | null;
  readonly webhookUrl: string | null;
  /** The whole body of the request. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Why a provider refuses a message. Each provider has its own responses. */
export type PhoneRefusal =
  | 'invalid number'
  | 'no route'
  | 'country not allowed'
  | 'opted out'
  | 'landline'
  | 'invalid sender'
  | 'queue full'
  | 'too many requests'
  | 'internal error'
  | 'unavailable';

/** How a provider treats a valid request. `ignores`: it accepts nothing and never responds. */
export type PhoneAct =
  | { readonly refuses: PhoneRefusal }
  | ApiAnswer
  | 'takes'
  | 'takes slowly'
  | 'keeps silent'
  | 'resets'
  | 'ignores';

/** A webhook of a provider. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A person's text to a number that has sent messages. */
export interface PhoneText {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export interface FakePhoneApiOptions {
  readonly conduct?: (message: PhoneApiMessage) => PhoneAct;
  /** Receives every accepted message. The response waits until this callback resolves. */
  readonly take?: (message: PhoneApiMessage, id: string) => Promise<void> | void;
  /** The statuses of an accepted message. Absent: none are reported. */
  readonly statusesOf?: (message: PhoneApiMessage) => StatusSequence;
  /** The pause between two statuses (milliseconds). */
  readonly stepMs?: number;
  /** The scheme, host, and port to which webhooks connect in place of those in their URLs. */
  readonly via?: string | null;
  /** The delay of a slow response (milliseconds). */
  readonly slowMs?: number;
}

const SLOW_MS = 300;
/** The pauses before each further attempt if a receiver is unavailable (milliseconds). */
const RETRY_MS = [1_000, 3_000, 10_000];
/** The maximum number of messages with pending webhooks. Further messages are accepted without webhooks. */
const MAX_UNDERWAY = 50_000;

/** The messaging API of a provider, with its webhooks. It misbehaves according to its conduct. */
export abstract class FakePhoneApi implements FakeApi {
  /** The accepted messages. */
  readonly messages: PhoneApiMessage[] = [];
  /** The number of requests. */
  requests = 0;
  protected readonly receiver: PostClient;
  private readonly stopping = new AbortController();
  private underway = 0;

  constructor(private readonly options: FakePhoneApiOptions = {}) {
    this.receiver = new PostClient(options.via ?? null);
  }

  /** The message of a request, or the response to any other request. */
  protected abstract read(request: ApiRequest): PhoneApiMessage | ApiAnswer;
  protected abstract accept(message: PhoneApiMessage, id: string): ApiAnswer;
  protected abstract refuse(refusal: PhoneRefusal): ApiAnswer;
  protected newId(): string {
    return randomUUID();
  }
  /** Null: the provider doesn't report this status. */
  protected abstract statusWebhook(
    message: PhoneApiMessage,
    id: string,
    step: StatusStep,
  ): SignedWebhook | null;
  protected abstract inboundWebhook(text: PhoneText): SignedWebhook;

  async answer(request: ApiRequest): Promise<ApiAnswer | NoAnswer> {
    this.requests += 1;
    const message = this.read(request);
    if ('status' in message) return message;
    const act = this.options.conduct?.(message) ?? 'takes';
    if (typeof act === 'object') return 'refuses' in act ? this.refuse(act.refuses) : act;
    if (act === 'ignores') return 'keeps silent';
    const id = this.newId();
    await this.options.take?.(message, id);
    this.messages.push(message);
    void this.report(message, id);
    if (act === 'takes slowly') await this.rest(this.options.slowMs ?? SLOW_MS);
    return act === 'keeps silent' || act === 'resets' ? act : this.accept(message, id);
  }

  /** Posts a person's text. @returns the status of the response, or the reason why there was none */
  postText(url: string, text: PhoneText): Promise<number | string> {
    const { headers, body } = this.inboundWebhook(text);
    return this.receiver.post(url, headers, body).catch(String);
  }

  close(): void {
    this.stopping.abort();
    this.receiver.close();
  }

  private async report(message: PhoneApiMessage, id: string): Promise<void> {
    const { webhookUrl: url } = message;
    const steps = this.options.statusesOf?.(message) ?? [];
    if (url === null || steps.length === 0 || this.underway >= MAX_UNDERWAY) return;
    this.underway += 1;
    for (const step of steps) {
      await this.rest(this.options.stepMs ?? 0);
      const webhook = this.statusWebhook(message, id, step);
      if (webhook) await this.deliver(url, webhook);
    }
    this.underway -= 1;
  }

  private async deliver(url: string, { headers, body }: SignedWebhook): Promise<void> {
    for (const wait of [...RETRY_MS, 0]) {
      if (this.stopping.signal.aborted) return;
      const status = await this.receiver.post(url, headers, body).catch(() => 503);
      if (status < 500 && status !== 429) return;
      await this.rest(wait);
    }
  }

  private async rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}

/** The object in the body of a request. Empty for anything else. */
export function jsonIn({ body }: ApiRequest): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
