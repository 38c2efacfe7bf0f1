import twilio from 'twilio';
import type { MessageListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/message';
import { Connections } from './connections';
import { judgeFault, judgeRefusal } from './judge';
import { RequestFault, causes } from './request-fault';
import { Refusal, requestsThrough } from './requests-through';
import type { Login, TwilioAccount } from './twilio-account';
import type { Verdict } from './verdict';

/** A message as Twilio wants it: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export type OutgoingMessage = MessageListInstanceCreateOptions;

export interface Sent {
  kind: 'sent';
  providerId: string;
}

/** Twilio's REST API, over connections of our own. Nothing is retried: a message that is sent twice is paid for twice. */
export class TwilioClient {
  private readonly connections: Connections;

  /** @param most connections at the same time */
  constructor(url: string, most: number) {
    this.connections = new Connections(new URL(url), most);
  }

  /** Creates one message; answers within `timeoutMs`, whatever happens. */
  send(account: TwilioAccount, message: OutgoingMessage, timeoutMs: number): Promise<Sent | Verdict> {
    return this.ask(account, account.login, timeoutMs, async (client) => {
      const { sid } = await client.messages.create(message);
      if (typeof sid !== 'string' || sid === '') throw new RequestFault('after', causes.unreadable);
      return { kind: 'sent', providerId: sid };
    });
  }

  /**
   * Why this account cannot be used; null: it can. The account's token is tried even where a key signs requests in, as
   * callbacks are checked by it; the key is tried by what it is for, since it may not read the account.
   */
  async check(account: TwilioAccount, timeoutMs: number): Promise<Verdict | null> {
    const fault = await this.ask(account, account.ownLogin, timeoutMs, async (client) => {
      const { status } = await client.api.v2010.accounts(account.accountSid).fetch();
      return status === 'active' ? null : closedAccount(status);
    });
    if (fault !== null || account.login === account.ownLogin) return fault;
    return this.ask(account, account.login, timeoutMs, async (client) => {
      await client.messages.page({ pageSize: 1 });
      return null;
    });
  }

  /** Breaks off what is under way, each with the answer that is true then, and lets go of all connections. */
  close(): void {
    this.connections.close();
  }

  private async ask<T>(
    { accountSid }: TwilioAccount,
    login: Login,
    timeoutMs: number,
    question: (client: twilio.Twilio) => Promise<T>,
  ): Promise<T | Verdict> {
    const { username, password } = login;
    if (password === '') return { kind: 'providerDown', ...noSecret };
    const httpClient = requestsThrough(this.connections, timeoutMs);
    try {
      return await question(new twilio.Twilio(username, password, { accountSid, httpClient }));
    } catch (error) {
      if (error instanceof Refusal) return judgeRefusal(error.answer);
      if (error instanceof RequestFault) return judgeFault(error);
      throw error;
    }
  }
}

const noSecret = {
  reason: 'CREDENTIALS_MISSING',
  code: null,
  detail: 'The auth token, or the secret of the API key, is missing',
};

function closedAccount(status: string): Verdict {
  return {
    kind: 'providerDown',
    reason: 'ACCOUNT_SUSPENDED',
    code: null,
    detail: `The account is ${status}`,
  };
}
