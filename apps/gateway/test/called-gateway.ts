import { AppError, type EventName, type Payload, type Reply, type User, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { twilioSignature } from '@carillon/twilio';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { USER } from './callers';
import { account } from './examples';
import { Gateway } from './gateway';
import type { Answer } from './answer';

export const PUBLIC_URL = 'https://news.example.org/carillon';
export const authToken = '5e6f0000000000000000000000000001';
export const senderId = newId();
export const deliveryId = '65e1c0000000000000000001-0000001024-7';
export const MessageSid = `SM${'a'.repeat(32)}`;
export const fields = { MessageSid, To: '+4915155502001', From: '+15005550006', MessageStatus: 'delivered' };
const FORM_TYPE = 'application/x-www-form-urlencoded; charset=UTF-8';
/** A time in an event. */
export const at: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
export const codeOf = ({ body }: Answer): unknown => (body as { code?: string }).code;

export interface Call {
  id?: string;
  path?: string;
  form?: Record<string, string>;
  /** The signed values, if they differ from those sent. */
  signed?: { url?: string; form?: Record<string, string>; token?: string };
  headers?: Record<string, string>;
}

interface PublishedEvent {
  name: EventName;
  payload: unknown;
}

/** A gateway that receives Twilio's callbacks, and listeners for published events. */
export class CalledGateway {
  readonly published: PublishedEvent[] = [];
  /** The services' replies to HELP, and the received requests. `isAway`: no reply. */
  readonly help = {
    isAway: false,
    text: null as string | null,
    status: 'ACTIVE' as User['status'],
    requests: [] as Payload<'message.help'>[],
  };

  /** @param tokens the account service's data: tokens by integration; `away`: no reply */
  private constructor(
    readonly gateway: Gateway,
    readonly tokens: Map<string, string>,
  ) {}

  static async start(): Promise<CalledGateway> {
    const tokens = new Map<string, string>();
    const gateway = await Gateway.start(
      {
        'sender.verify-callback': (callback) => verified(callback, tokens.get(callback.senderId)),
        'user.get': ({ id }) => ({ ...account, id, status: called.help.status }),
        'message.help': (message) => {
          if (called.help.isAway) throw new AppError('service_unavailable');
          called.help.requests.push(message);
          return { text: called.help.text };
        },
      },
      { PUBLIC_URL },
    );
    const called: CalledGateway = new CalledGateway(gateway, tokens);
    await called.listen();
    return called;
  }

  /** Resets to one known integration and no received messages. */
  clear(): void {
    this.tokens.clear();
    this.tokens.set(senderId, authToken);
    this.published.length = 0;
  }

  /** Calls as Twilio does, through a proxy that strips a path prefix. */
  call({ id = senderId, path, form = fields, signed = {}, headers = {} }: Call = {}): Promise<Answer> {
    const target = `/api/v1/callbacks/twilio/${id}/${path ?? `status?delivery=${deliveryId}`}`;
    const signature = getExpectedTwilioSignature(
      signed.token ?? authToken,
      signed.url ?? PUBLIC_URL + target,
      signed.form ?? form,
    );
    return this.gateway.plain('POST', target, {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': FORM_TYPE, 'x-twilio-signature': signature, ...headers },
    });
  }

  async publishes(count: number): Promise<void> {
    await eventually(() => this.published.length >= count);
    expect(this.published).toHaveLength(count);
  }

  private async listen(): Promise<void> {
    const note =
      <N extends EventName>(name: N) =>
      (payload: Payload<N>): void =>
        void this.published.push({ name, payload });
    await this.gateway.others.hear('dispatcher.callbacks', {
      'delivery.reported': note('delivery.reported'),
    });
    await this.gateway.others.hear('subscriber.events', {
      'address.refused': note('address.refused'),
      'message.received': note('message.received'),
    });
  }
}

/** The account service's replies. */
function verified(
  callback: Payload<'sender.verify-callback'>,
  token: string | undefined,
): Reply<'sender.verify-callback'> {
  if (token === 'away') throw new AppError('service_unavailable');
  const isRight = token !== undefined && twilioSignature.isRight(token, callback);
  return { isKnown: token !== undefined, verified: isRight ? { userId: USER, channel: 'SMS' } : null };
}
