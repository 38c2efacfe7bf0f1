import { ClickTokens, codeAt, parseKeyRing, UnsubscribeTokens } from '@carillon/vault';
import type { Answer } from '../../apps/gateway/test/answer';
import { Wire, lastAnswer, send } from '../../apps/gateway/test/http-client';
import { until } from '../../dev/driver/api';
import { type System, environment } from '../system';

/** The response to a request of any kind. */
export type Answered = Pick<Answer, 'status' | 'body'>;

export const PASSWORD = 'correct horse battery';

/** An owner and their session, which `ask` uses unless other headers are passed. */
export interface Person {
  userId: string;
  /** The API key of the person's account. */
  key: string;
  email: string;
  memberId: string;
  session: { cookie: string; 'x-csrf-token': string };
  ask: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;
}

/** A request that provokes a certain error code. */
export type Provocation = (context: RunContext) => Promise<Answered>;

/** A system with one user, and helpers for provocations. */
export class RunContext {
  private made = 0;
  /** Each created resource, and the response at its Location to the key that created it. */
  readonly created: { by: string; location: string; status: number }[] = [];

  constructor(readonly system: System) {}

  /** Sends any request with the user's key, or with another key. */
  async ask(method: string, path: string, body?: object, key = this.system.userKey): Promise<Answer> {
    const answer = await this.system.ask(method, path, { body }, key);
    if (answer.status === 201) await this.look(`${method} ${path}`, answer.headers.location ?? '', key);
    return answer;
  }

  asOperator(method: string, path: string, body?: object): Promise<Answer> {
    return this.ask(method, path, body, this.system.operatorKey);
  }

  /** Sends bytes unchanged. */
  async raw(bytes: string): Promise<Answered> {
    const wire = new Wire(this.system.port).write(bytes);
    const { status, body } = lastAnswer(await wire.until(/\r\n\r\n\{[^]*\}$/));
    wire.destroy();
    return { status, body };
  }

  /** The first value under `data` in a successful response. */
  async make(method: string, path: string, body?: object, key?: string): Promise<Record<string, string>> {
    const answer = await this.ask(method, path, body, key);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    const { data } = answer.body as { data: Record<string, Record<string, string>> };
    return Object.values(data)[0] ?? {};
  }

  name(): string {
    return `thing-${++this.made}`;
  }

  async group(): Promise<{ id: string; slug: string }> {
    const { _id: id = '', slug = '' } = await this.make('POST', '/groups', { name: this.name() });
    return { id, slug };
  }

  /** Creates an SMS campaign, a channel without a worker here, to a new empty group unless another group is given. */
  async campaign(more: object = {}): Promise<string> {
    const groups = [(await this.group()).id];
    const body = { name: this.name(), smsMessage: 'Hello', groups, ...more };
    return (await this.make('POST', '/campaigns/create', body))._id ?? '';
  }

  /** Records an order after a click in the email of a campaign that counts conversions. */
  async conversion(): Promise<void> {
    await this.make('PATCH', '/account/tracking', { mode: 'FULL', conversions: true });
    const campaignId = await this.campaign({ emailMessage: '<a href="https://shop.example/">Sale</a>' });
    await this.make('POST', '/campaigns/publish', { campaignId });
    const tokens = new ClickTokens(parseKeyRing(environment.LINK_KEYS));
    const click = tokens.make({ campaignId, deliveryId: null, at: new Date() });
    await until('the conversion', 20, async () => {
      const { status } = await this.ask('POST', '/conversions', { click, reference: this.name() });
      return status === 201;
    });
  }

  /** Creates a key of a new user, with all scopes unless some are given. */
  async newUser(scopes?: string[]): Promise<{ userId: string; keyId: string; key: string }> {
    const { operatorKey } = this.system;
    const { _id: userId = '' } = await this.make('POST', '/operator/users', { name: 'Eve' }, operatorKey);
    const path = `/operator/users/${userId}/api-keys`;
    const { _id: keyId = '', key = '' } = await this.make('POST', path, { name: 'x', scopes }, operatorKey);
    return { userId, keyId, key };
  }

  /** Creates a person who has signed in as the owner of a separate account. */
  async signedIn(): Promise<Person> {
    const { userId, key } = await this.newUser();
    const email = `${this.name()}@example.com`;
    const owner = { email, name: 'Ada', role: 'owner', password: PASSWORD };
    const path = `/operator/users/${userId}/members`;
    const { _id: memberId = '' } = await this.make('POST', path, owner, this.system.operatorKey);
    const body = { email, password: PASSWORD };
    const { headers, body: answered } = await this.system.ask('POST', '/sessions', { body }, null);
    const { csrfToken } = (answered as { data: { createSession: { csrfToken: string } } }).data.createSession;
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const session = { cookie, 'x-csrf-token': csrfToken };
    const ask: Person['ask'] = (method, path, body, headers = session) =>
      this.system.ask(method, path, { body, headers }, null);
    return { userId, key, email, memberId, session, ask };
  }

  /** Creates such a person with a second factor. */
  async withSecondFactor(): Promise<Person> {
    const person = await this.signedIn();
    const current = { currentPassword: PASSWORD };
    const { body } = await person.ask('POST', '/profile/second-factor', current);
    const { uri } = (body as { data: { createSecondFactor: { uri: string } } }).data.createSecondFactor;
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    const code = codeAt(Math.floor(Date.now() / 30_000), secret);
    const { status, text } = await person.ask('POST', '/profile/second-factor/confirm', { code });
    if (status !== 200) throw new Error(text);
    return person;
  }

  /** Unsubscribes the address through the link in an email. */
  async unsubscribe(address: string): Promise<void> {
    const tokens = new UnsubscribeTokens(parseKeyRing(environment.LINK_KEYS));
    const token = tokens.maker({ userId: this.system.userId, campaignId: '0'.repeat(24) })(address);
    const body = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await send(this.system.port, 'POST', `/u/${token}`, { body, headers });
  }

  /** Retries until the response has the code, because some refusals depend on events that arrive later. */
  async inTime(code: string, ask: () => Promise<Answer>): Promise<Answer> {
    return until(code, 20, async () => {
      const answer = await ask();
      return (answer.body as { code?: string }).code === code ? answer : null;
    });
  }

  private async look(by: string, location: string, key: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await send(this.system.port, 'GET', location, { headers });
    this.created.push({ by: by.replaceAll(/[0-9a-f]{24}/g, ':id'), location, status });
  }
}
