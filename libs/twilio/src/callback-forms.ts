import { Type } from '@sinclair/typebox';

const Text = (example: string) => Type.String({ examples: [example] });

/**
 * The fields of Twilio's forms that Carillon reads. The forms have many more fields.
 * https://www.twilio.com/docs/usage/webhooks/messaging-webhooks
 */
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
  {
    ...message,
    Body: Type.Optional(Text('STOP')),
    OptOutType: Type.Optional(Text('STOP')),
    ButtonText: Type.Optional(Text('Stop promotions')),
    ButtonPayload: Type.Optional(Text('Stop promotions')),
  },
  { $id: 'InboundCallback', additionalProperties: Type.String() },
);

/** The query parameter that extends the signature to a body that is not a form. */
export const bodyHash = {
  name: 'bodySHA256',
  description: 'The hash of a JSON body, which the signature covers',
};
