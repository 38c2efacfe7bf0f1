import { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type TwilioLogin } from './accounts';
import { type MessageRequest } from './message-request';
import { twilioErrors } from './errors';

/** A request as it arrived, with its login. */
export interface TwilioRequest extends TwilioLogin {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: Readonly<Record<string, string>>;
}

/** A response that replaces the requested action. */
export interface TwilioAnswer {
  /** If absent, the status of the code. */
  readonly status?: number;
  /** Twilio's error code. If absent, the response has no body. */
  readonly code?: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, if it is not a Twilio error. */
  readonly text?: string;
}

/**
 * The treatment of a request that Twilio would accept. The request is processed, unless the conduct ignores it or
 * replaces the response.
 */
export type TwilioAct =
  | 'takes'
  /** Responds after a delay. */
  | 'takes slowly'
  /** Does not respond, and does not process the request. */
  | 'ignores'
  | 'keeps silent'
  /** Resets the connection instead of responding, or during the response. */
  | 'resets'
  | 'resets in the answer'
  /** Closes the connection without a response. */
  | 'hangs up'
  /** Starts a response and never finishes it. */
  | 'stops in the head'
  | 'speaks another protocol'
  | TwilioAnswer;

/** The behavior of a Twilio server. `message` is the message to send, or null for other requests. */
export type TwilioConduct = (request: TwilioRequest, message: MessageRequest | null) => TwilioAct;

/** The parts of an HTTP response. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns an error in Twilio's format: https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions
 */
export function written({ code, text, headers = {}, ...given }: TwilioAnswer): WrittenAnswer {
  const known =
    code !== undefined && code in twilioErrors ? twilioErrors[code as keyof typeof twilioErrors] : null;
  const status = given.status ?? known?.status ?? 400;
  const message = given.message ?? known?.message ?? 'No';
  const error = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  return { status, headers, body: text ?? (code === undefined ? '' : JSON.stringify(error)) };
}

export const JSON_TYPE = 'application/json;charset=utf-8';

/** The treatment of the connection in place of a response. */
export const faults: Readonly<
  Record<
    Exclude<TwilioAct, object | 'takes' | 'takes slowly' | 'ignores'>,
    (response: ServerResponse, answer: WrittenAnswer) => void
  >
> = {
  'keeps silent': () => undefined,
  resets: (response) => void response.socket?.resetAndDestroy(),
  'resets in the answer': (response, { status, body }) => {
    response.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': body.length });
    response.write(body.slice(0, 20), () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
  },
  'hangs up': (response) => void response.socket?.end(),
  'stops in the head': (response) => void response.socket?.write('HTTP/1.1 201 Created\r\nContent-Ty'),
  'speaks another protocol': (response) => void response.socket?.write('220 mail.example.org ESMTP\r\n'),
};
