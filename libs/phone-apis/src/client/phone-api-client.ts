import { SENDER_CHECK_MS } from '@carillon/contracts';
import {
  Connections,
  type HttpAnswer,
  RequestFault,
  causes,
  isSuccess,
  unanswered,
} from '@carillon/http-client';
import type { Accepted, ApiRequest, PhoneAccount, PhoneApi, SmsMessage } from '../phone-api';
import { type SendFailure, judgeRefusal } from './judge-refusal';

type Sent = { kind: 'sent' } & Accepted;

/** A client of a provider's API. Requests aren't retried, because a message that is sent twice costs twice as much. */
export class PhoneApiClient<M = SmsMessage> {
  private readonly connections: Connections;

  /**
   * @param url the base URL of the API: the provider's, or that of the sandbox
   * @param most the maximum number of concurrent connections
   */
  constructor(
    private readonly api: PhoneApi<M>,
    private readonly url: string,
    most: number,
  ) {
    this.connections = new Connections(most);
  }

  /** Sends one message. Always resolves within `timeoutMs`. */
  async send(account: PhoneAccount, message: M, now: Date, timeoutMs: number): Promise<Sent | SendFailure> {
    const reason = this.api.fault(message);
    if (reason !== null) return { kind: 'failed', reason, permanent: true, code: null, detail: null };
    const answer = await this.ask(this.api.message(account, message, now), timeoutMs);
    if (!('status' in answer)) return answer;
    if (!isSuccess(answer)) return this.refused(account, answer);
    const accepted = this.api.accepted(answer.body);
    if (accepted) return { kind: 'sent', ...accepted };
    return this.unread(new RequestFault('after', causes.unreadable));
  }

  /** Returns why this account can't be used. Null: it can be used. `message` is sent if given. */
  async tryOut(account: PhoneAccount, message: M | null, now: Date): Promise<SendFailure | null> {
    const deadline = performance.now() + SENDER_CHECK_MS;
    const answer = await this.ask(this.api.check(account, now), SENDER_CHECK_MS);
    if (!('status' in answer)) return answer;
    if (!isSuccess(answer) && !this.api.passes(answer)) return judgeRefusal(this.api, answer);
    if (message === null) return null;
    const result = await this.send(account, message, now, Math.max(1, deadline - performance.now()));
    return result.kind === 'sent' ? null : result;
  }

  /** Reads a resource. Always resolves within `timeoutMs`. */
  async read(request: ApiRequest, timeoutMs: number): Promise<{ kind: 'read'; body: unknown } | SendFailure> {
    const answer = await this.ask(request, timeoutMs);
    if (!('status' in answer)) return answer;
    return isSuccess(answer) ? { kind: 'read', body: answer.body } : judgeRefusal(this.api, answer);
  }

  /** Aborts the requests in flight, each with its correct result at that moment, and closes all connections. */
  close(): void {
    this.connections.close();
  }

  private async ask(
    { method, path, headers, body }: ApiRequest,
    timeoutMs: number,
  ): Promise<HttpAnswer | SendFailure> {
    const type = body && { 'content-type': 'application/json' };
    const all = { accept: 'application/json', 'user-agent': 'Carillon/1.0', ...type, ...headers };
    const url = new URL(this.url + path);
    try {
      return await this.connections.request(
        { method, url, headers: all, body: body ? JSON.stringify(body) : null },
        timeoutMs,
      );
    } catch (error) {
      if (error instanceof RequestFault) return this.unread(error);
      throw error;
    }
  }

  private unread(fault: RequestFault): SendFailure {
    return unanswered(fault, this.api.name);
  }

  /** Names the sender from which the recipient wants no more messages. */
  private refused({ settings }: PhoneAccount, answer: HttpAnswer): SendFailure {
    const result = judgeRefusal(this.api, answer);
    const isNo = result.kind === 'failed' && result.suppress !== undefined;
    return isNo && typeof settings.from === 'string' ? { ...result, sender: settings.from } : result;
  }
}
