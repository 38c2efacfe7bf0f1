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
const form = 'application/x-www-form-urlencoded; charset=UTF-8';
/** A time in an event. */
export const at: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
export const codeOf = ({ body }: Answer): unknown => (body as { code?: string }).code;

export interface Call {
  id?: string;
  place?: string;
  told?: Record<string, string>;
  /** The signed values, if they differ from those sent. */
  signed?: { url?: string; told?: Record<string, string>; token?: string };
  headers?: Record<string, string>;
}

interface Heard {
  name: EventName;
  payload: unknown;
}

/** A gateway that receives Twilio's callbacks, and listeners for published events. */
export class CalledGateway {
  readonly heard: Heard[] = [];
  /** The services' replies to HELP, and the received requests. `isAway`: no reply. */
  readonly help = {
    isAway: false,
    text: null as string | null,
    status: 'ACTIVE' as User['status'],
    asked: [] as Payload<'message.help'>[],
  };

  /** @param known the account service's data: tokens by integration; `away`: no reply */
  private constructor(
    readonly gateway: Gateway,
    readonly known: Map<string, string>,
  ) {}

  static async start(): Promise<CalledGateway> {
    const known = new Map<string, string>();
    const gateway = await Gateway.start(
      {
        'sender.verify-callback': (asked) => verified(asked, known.get(asked.senderId)),
        'user.get': ({ id }) => ({ ...account, id, status: called.help.status }),
        'message.help': (message) => {
          if (called.help.isAway) throw new AppError('service_unavailable');
          called.help.asked.push(message);
          return { text: called.help.text };
        },
      },
      { PUBLIC_URL },
    );
    const called: CalledGateway = new CalledGateway(gateway, known);
    await called.listen();
    return called;
  }

  /** Resets to one known integration and no received messages. */
  clear(): void {
    this.known.clear();
    this.known.set(senderId, authToken);
    this.heard.length = 0;
  }

  /** Calls as Twilio does, through a proxy that strips a path prefix. */
  call({ id = senderId, place, told = fields, signed = {}, headers = {} }: Call = {}): Promise<Answer> {
    const target = `/api/v1/callbacks/twilio/${id}/${place ?? `status?delivery=${deliveryId}`}`;
    const signature = getExpectedTwilioSignature(
      signed.token ?? authToken,
      signed.url ?? PUBLIC_URL + target,
      signed.told ?? told,
    );
    return this.gateway.plain('POST', target, {
      body: new URLSearchParams(told).toString(),
      headers: { 'content-type': form, 'x-twilio-signature': signature, ...headers },
    });
  }

  async heardSoon(count: number): Promise<void> {
    await eventually(() => this.heard.length >= count);
    expect(this.heard).toHaveLength(count);
  }

  private async listen(): Promise<void> {
    const note =
      <N extends EventName>(name: N) =>
      (payload: Payload<N>): void =>
        void this.heard.push({ name, payload });
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
