import { type TSchema, Type } from '@sinclair/typebox';
import type { Content } from '../openapi/operation';
import { Text } from '../openapi/view';

/** What is read of Twilio's forms, which have many more fields. https://www.twilio.com/docs/usage/webhooks/messaging-webhooks */

const message = {
  MessageSid: Type.Optional(Text('SM0123456789abcdef0123456789abcdef')),
  From: Type.Optional(Text('+14155552671')),
  To: Type.Optional(Text('+4915155502001')),
};

export const StatusCallback = Type.Object(
  {
    ...message,
    MessageStatus: Type.Optional(Text('delivered')),
    ErrorCode: Type.Optional(Text('30003')),
  },
  { $id: 'StatusCallback', additionalProperties: Type.String() },
);

export const InboundCallback = Type.Object(
  { ...message, Body: Type.Optional(Text('STOP')) },
  { $id: 'InboundCallback', additionalProperties: Type.String() },
);

/** Twilio sends forms, and JSON where that is what it was told to send. */
export function asTwilioSends(form: TSchema): Content {
  return { media: { 'application/x-www-form-urlencoded': form, 'application/json': form } };
}

/** A parameter of the query that may be left out. */
export const aText = { required: false, schema: { type: 'string' } } as const;

export const signedJson = {
  ...aText,
  name: 'bodySHA256',
  description: 'The hash of a JSON body, which is what is signed',
};
