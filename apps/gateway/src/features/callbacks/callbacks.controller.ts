import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { type TSchema, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { type Content, Operation } from '../../openapi/operation';
import { Text } from '../../openapi/view';
import { Foreign } from '../../http/routes';
import { type CallbackRequest, CheckCallback, callbackBody } from './check-callback';
import { HearCallbacks } from './hear-callbacks';

/** What is read of Twilio's forms, which have many more fields. https://www.twilio.com/docs/usage/webhooks/messaging-webhooks */
const message = {
  MessageSid: Type.Optional(Text('SM0123456789abcdef0123456789abcdef')),
  From: Type.Optional(Text('+14155552671')),
  To: Type.Optional(Text('+4915155502001')),
};

const StatusCallback = Type.Object(
  {
    ...message,
    MessageStatus: Type.Optional(Text('delivered')),
    ErrorCode: Type.Optional(Text('30003')),
  },
  { $id: 'StatusCallback', additionalProperties: Type.String() },
);

const InboundCallback = Type.Object(
  { ...message, Body: Type.Optional(Text('STOP')) },
  { $id: 'InboundCallback', additionalProperties: Type.String() },
);

/** Twilio sends forms, and JSON where that is what it was told to send. */
function asTwilioSends(form: TSchema): Content {
  return { media: { 'application/x-www-form-urlencoded': form, 'application/json': form } };
}

/** A parameter of the query that may be left out. */
const aText = { required: false, schema: { type: 'string' } } as const;

const signedJson = {
  ...aText,
  name: 'bodySHA256',
  description: 'The hash of a JSON body, which is what is signed',
};

/** Where Twilio calls. What it says is checked and passed on, and answered at once. */
@Controller('api/v1/callbacks/twilio/:integrationId')
export class CallbacksController {
  constructor(
    private readonly checkCallback: CheckCallback,
    private readonly hearCallbacks: HearCallbacks,
  ) {}

  @Post('status')
  @ApiQuery({ ...aText, name: 'delivery', description: 'What is reported of' })
  @ApiQuery(signedJson)
  @Operation({
    summary: 'Hear what became of a message',
    description: 'Twilio names this place in every message. What it does not know is forgotten.',
    answer: null,
    body: asTwilioSends(StatusCallback),
    errors: ['invalid_signature', 'malformed_json'],
    signature: 'twilioSignature',
  })
  @HttpCode(204)
  @Foreign({ body: callbackBody })
  async reportStatus(
    @Param('integrationId') integrationId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const callback = await this.checkCallback.execute(callbackOf(integrationId, request));
    await this.hearCallbacks.hearStatus(callback);
  }

  @Post('inbound')
  @ApiQuery(signedJson)
  @Operation({
    summary: 'Hear a message from a person',
    description:
      'To be entered at Twilio. It hears STOP and START, and opens the 24 hours in which WhatsApp takes free text.',
    answer: null,
    body: asTwilioSends(InboundCallback),
    errors: ['invalid_signature', 'malformed_json'],
    signature: 'twilioSignature',
  })
  @HttpCode(204)
  @Foreign({ body: callbackBody })
  async reportMessage(
    @Param('integrationId') integrationId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const callback = await this.checkCallback.execute(callbackOf(integrationId, request));
    await this.hearCallbacks.hearMessage(callback);
  }
}

function callbackOf(integrationId: string, { raw, headers, body }: FastifyRequest): CallbackRequest {
  const { 'content-type': contentType, 'x-twilio-signature': signature } = headers;
  return {
    integrationId,
    target: (raw.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, ''),
    contentType,
    signature: typeof signature === 'string' ? signature : undefined,
    body,
  };
}
