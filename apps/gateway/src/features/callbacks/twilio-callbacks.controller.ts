import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { InboundCallback, StatusCallback, bodyHash, twilioCallbacks } from '@carillon/twilio';
import { type TSchema, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Content, Operation } from '../../openapi/operation';
import { Foreign } from '../../http/routes';
import { CheckCallback, callbackBody } from './check-callback';
import { ReceiveCallbacks } from './receive-callbacks';

/** Twilio sends forms, or JSON if it is configured to. */
function asTwilioSends(form: TSchema): Content {
  return { media: { 'application/x-www-form-urlencoded': form, 'application/json': form } };
}

/** An optional query parameter. */
const aText = { required: false, schema: { type: 'string' } } as const;

const signedJson = { ...aText, ...bodyHash };

/** Twilio's endpoints. The gateway checks callbacks, forwards them, and replies immediately. */
@Controller('api/v1/callbacks/twilio/:integrationId')
export class TwilioCallbacksController {
  constructor(
    private readonly checkCallback: CheckCallback,
    private readonly receiveCallbacks: ReceiveCallbacks,
  ) {}

  @Post('status')
  @ApiQuery({ ...aText, name: 'delivery', description: 'The delivery that the status applies to' })
  @ApiQuery(signedJson)
  @Operation({
    summary: 'Receive the delivery status of a message',
    description: 'Every message to Twilio contains this URL. Unknown deliveries and statuses are ignored.',
    answer: null,
    body: asTwilioSends(StatusCallback),
    errors: ['invalid_signature', 'malformed_json'],
    signature: 'twilioSignature',
  })
  @HttpCode(204)
  @Foreign({ body: callbackBody })
  async reportStatus(
    @Param('integrationId') senderId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const callback = await this.checkCallback.verify(twilioCallbacks, senderId, request);
    await this.receiveCallbacks.receiveFeedback(twilioCallbacks, callback);
  }

  @Post('inbound')
  @ApiQuery(signedJson)
  @Operation({
    summary: 'Receive a message from a person',
    description:
      'Enter this URL in the settings of Twilio. The service processes STOP and START, and opens the 24-hour service window in which WhatsApp accepts free text. It replies to HELP with the `helpText` of the account, once per hour and person.',
    statuses: { 200: 'TwiML with the reply to HELP', 204: 'Received' },
    answer: {
      media: {
        'text/xml': Type.String({ examples: ['<Response><Message>Carillon News</Message></Response>'] }),
      },
    },
    body: asTwilioSends(InboundCallback),
    errors: ['invalid_signature', 'malformed_json'],
    signature: 'twilioSignature',
  })
  @HttpCode(204)
  @Foreign({ body: callbackBody })
  async reportMessage(
    @Param('integrationId') senderId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const callback = await this.checkCallback.verify(twilioCallbacks, senderId, request);
    const text = await this.receiveCallbacks.receiveMessage(twilioCallbacks, callback);
    if (text === null) return undefined;
    const { type, body } = twilioCallbacks.answer(text);
    reply.status(200).type(type);
    return body;
  }
}
