import twilio, { type RequestClient } from 'twilio';
import type { MessageListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/message';
import type { ContentTemplateStatus } from '@carillon/contracts';
import { Connections, type HttpAnswer, RequestFault, causes } from '@carillon/http-client';
import { type TemplatePage, type TemplateStatuses, approvalStatus, templatePage } from './content-templates';
import { type SendFailure, judgeFault, judgeRefusal } from './judge';
import { urlOn } from './twilio-variables';
import type { Login, TwilioAccount } from './twilio-account';

/** A message in Twilio's form: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export type OutgoingMessage = Omit<MessageListInstanceCreateOptions, 'from' | 'messagingServiceSid'>;

export interface Sent {
  kind: 'sent';
  providerId: string;
}

/**
 * A client of Twilio's REST API, over Carillon's own connections. Requests aren't retried, because a message that is
 * sent twice costs twice as much.
 */
export class TwilioClient {
  private readonly connections: Connections;

  /** @param most the maximum number of concurrent connections */
  constructor(
    private readonly url: string,
    most: number,
  ) {
    this.connections = new Connections(most);
  }

  /** Creates one message. Always resolves within `timeoutMs`. */
  async send(
    account: TwilioAccount,
    message: OutgoingMessage,
    timeoutMs: number,
  ): Promise<Sent | SendFailure> {
    const result = await this.ask(account, account.login, timeoutMs, async (client): Promise<Sent> => {
      const { sid } = await client.messages.create({ ...account.from, ...message });
      if (typeof sid !== 'string' || sid === '') throw new RequestFault('after', causes.unreadable);
      return { kind: 'sent', providerId: sid };
    });
    const isNo = result.kind === 'failed' && result.suppress !== undefined;
    return isNo ? { ...result, sender: account.sender } : result;
  }

  /**
   * Returns why this account can't be used. Null: it can be used. The account's token is tested even if a key
   * authenticates requests, because it verifies callbacks; the key is tested on messages, because it may lack access to
   * the account. `message` is sent if given.
   */
  async tryOut(
    account: TwilioAccount,
    message: OutgoingMessage | null,
    timeoutMs: number,
  ): Promise<SendFailure | null> {
    const deadline = performance.now() + timeoutMs;
    const left = (): number => Math.max(1, deadline - performance.now());
    const failure = (await this.readAccount(account, left())) ?? (await this.tryKey(account, left()));
    if (failure !== null || message === null) return failure;
    const result = await this.send(account, message, left());
    return result.kind === 'sent' ? null : result;
  }

  /**
   * The templates of an account, in Twilio's order: https://www.twilio.com/docs/content/content-api-resources. `after` is
   * the `next` of the previous page.
   */
  contentTemplates(
    account: TwilioAccount,
    { after, limit }: { after: string | null; limit: number },
    timeoutMs: number,
  ): Promise<TemplatePage | SendFailure> {
    const page = { pageSize: Math.min(limit, LONGEST_PAGE), ...(after !== null && { pageToken: after }) };
    return this.ask(account, account.login, timeoutMs, async (client) => {
      const answer = await client.content.v1.contentAndApprovals.page(page).catch((error: unknown) => {
        const isKnown = error instanceof Refusal || error instanceof RequestFault;
        throw isKnown ? error : new RequestFault('after', causes.unreadable);
      });
      return templatePage(answer);
    });
  }

  /**
   * The statuses of templates by their IDs: https://www.twilio.com/docs/content/content-api-resources. A template that the
   * account doesn't have is MISSING.
   */
  async templateStatuses(
    account: TwilioAccount,
    sids: readonly string[],
    timeoutMs: number,
  ): Promise<TemplateStatuses | SendFailure> {
    const found = await Promise.all(sids.map((sid) => this.templateStatus(account, sid, timeoutMs)));
    const failure = found.find((each) => typeof each !== 'string');
    if (failure !== undefined) return failure;
    const statuses = Object.fromEntries(sids.map((sid, at) => [sid, found[at]]));
    return { kind: 'statuses', statuses: statuses as TemplateStatuses['statuses'] };
  }

  /** Aborts the requests in flight, each with its correct result at that moment, and closes all connections. */
  close(): void {
    this.connections.close();
  }

  private templateStatus(
    account: TwilioAccount,
    sid: string,
    timeoutMs: number,
  ): Promise<ContentTemplateStatus | 'MISSING' | SendFailure> {
    if (!templateSid.test(sid)) return Promise.resolve('MISSING');
    return this.ask(account, account.login, timeoutMs, async (client) => {
      try {
        const { whatsapp } = await client.content.v1.contents(sid).approvalFetch().fetch();
        return approvalStatus((whatsapp as { status?: unknown } | undefined)?.status);
      } catch (error) {
        if (error instanceof Refusal && error.answer.status === 404) return 'MISSING';
        throw error;
      }
    });
  }

  private readAccount(account: TwilioAccount, timeoutMs: number): Promise<SendFailure | null> {
    return this.ask(account, account.ownLogin, timeoutMs, async (client) => {
      const { status } = await client.api.v2010.accounts(account.accountSid).fetch();
      return status === 'active' ? null : closedAccount(status);
    });
  }

  private tryKey(account: TwilioAccount, timeoutMs: number): Promise<SendFailure | null> {
    if (account.login === account.ownLogin) return Promise.resolve(null);
    return this.ask(account, account.login, timeoutMs, async (client) => {
      await client.messages.page({ pageSize: 1 });
      return null;
    });
  }

  private async ask<T>(
    { accountSid }: TwilioAccount,
    { username, password }: Login,
    timeoutMs: number,
    question: (client: twilio.Twilio) => Promise<T>,
  ): Promise<T | SendFailure> {
    if (password === '') return { kind: 'providerDown', ...noSecret };
    const httpClient = requestsThrough(this.connections, new URL(this.url), timeoutMs);
    try {
      return await question(new twilio.Twilio(username, password, { accountSid, httpClient }));
    } catch (error) {
      if (error instanceof Refusal) return judgeRefusal(error.answer);
      if (error instanceof RequestFault) return judgeFault(error);
      throw error;
    }
  }
}

/** The number of templates in one response, whose size is limited. */
const LONGEST_PAGE = 50;

/** https://www.twilio.com/docs/glossary/what-is-a-sid */
const templateSid = /^HX[0-9a-fA-F]{32}$/;

const noSecret = {
  reason: 'CREDENTIALS_MISSING',
  code: null,
  detail: 'The auth token or the API key secret is missing',
} as const;

function closedAccount(status: string): SendFailure {
  return {
    kind: 'providerDown',
    reason: 'ACCOUNT_SUSPENDED',
    code: null,
    detail: `The account is ${status}`,
  };
}

/** A response that is not a success. */
class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly answer: HttpAnswer) {
    super(`HTTP ${answer.status}`);
  }
}

type Requests = Pick<RequestClient, 'request'>;
type Options = Parameters<Requests['request']>[0];

/**
 * Replaces the HTTP client of Twilio's library: requests are sent to `server`, and errors contain no credentials. If
 * `server` is Twilio's, requests to Twilio's other products are sent to the servers of these products.
 */
function requestsThrough(connections: Connections, server: URL, timeoutMs: number): RequestClient {
  const request = async (options: Options): Promise<{ statusCode: number; body: unknown }> => {
    const answer = await connections.request(requestOf(options, server), timeoutMs);
    if (answer.status < 200 || answer.status > 299) throw new Refusal(answer);
    if (typeof answer.body !== 'object' || answer.body === null)
      throw new RequestFault('after', causes.unreadable);
    return { statusCode: answer.status, body: answer.body };
  };
  return { request } as unknown as RequestClient;
}

function requestOf({ method, uri, username, password, headers, params, data }: Options, server: URL) {
  const url = urlOn(server, uri);
  const query = formOf(params);
  if (query !== '') url.search = query;
  return {
    method: method.toUpperCase(),
    url,
    headers: {
      ...(headers as Record<string, string> | undefined),
      Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    },
    body: data === undefined ? null : formOf(data as object),
  };
}

type Field = string | number | boolean | null | undefined;

function formOf(fields: object = {}): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields as Record<string, Field | Field[]>)) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null) form.append(name, String(each));
  }
  return form.toString();
}
