import { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type TwilioLogin } from './accounts';
import { type MessageRequest } from './message-request';
import { twilioErrors } from './errors';

/** A request as it arrived. */
export interface TwilioRequest extends TwilioLogin {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: Readonly<Record<string, string>>;
}

/** What is answered in place of what was asked, which is not done. */
export interface TwilioAnswer {
  /** Without it, that of the code. */
  readonly status?: number;
  /** Twilio's code of the error; without one there is no body. */
  readonly code?: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, when it is no error of Twilio's. */
  readonly text?: string;
}

/** What becomes of a request that Twilio would accept. It is done, unless it is ignored or something else is answered. */
export type TwilioAct =
  | 'takes'
  /** Answers after a while. */
  | 'takes slowly'
  /** Keeps silent, and has done nothing. */
  | 'ignores'
  | 'keeps silent'
  /** Cuts the connection in place of its answer, or in the middle of it. */
  | 'resets'
  | 'resets in the answer'
  /** Ends the connection politely, without an answer. */
  | 'hangs up'
  /** Begins its answer and never goes on. */
  | 'stops in the head'
  | 'speaks another protocol'
  | TwilioAnswer;

/** The behaviour of a Twilio; `message` is what is to be sent, null when something else is asked. */
export type TwilioConduct = (request: TwilioRequest, message: MessageRequest | null) => TwilioAct;

/** The parts of an HTTP answer. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An error as Twilio writes it: https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions */
export function written({ code, text, headers = {}, ...given }: TwilioAnswer): WrittenAnswer {
  const known =
    code !== undefined && code in twilioErrors ? twilioErrors[code as keyof typeof twilioErrors] : null;
  const status = given.status ?? known?.status ?? 400;
  const message = given.message ?? known?.message ?? 'No';
  const error = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
  return { status, headers, body: text ?? (code === undefined ? '' : JSON.stringify(error)) };
}

export const JSON_TYPE = 'application/json;charset=utf-8';

/** What becomes of the connection in place of this answer. */
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
