import { MAX_WEBHOOK_BATCH, type WebhookEventType, webhookEventTypes } from '@carillon/contracts';
import { issue } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, ValidateIf } from 'class-validator';
import { PageQuery } from '../../http/paging/page-query';
import { Holds, IsListOf, OptionalNotNull, RequiredUnless, stringRule } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { IsInstant } from '../../http/input/time';
import { ObjectSchema } from '../../http/input/input-schema';

const MAX_URL = 2048;
const MAX_DESCRIPTION = 200;
const MAX_MESSAGE_ID = 200;

const urlRule = stringRule(
  { minLength: 1, maxLength: MAX_URL, format: 'uri', examples: ['https://shop.example.com/carillon'] },
  (text) => {
    if (text.length > MAX_URL) return issue('too_long', `A URL can have at most ${MAX_URL} characters`);
    return /^https?:\/\/[\x21-\x7e]+$/.test(text) ? [] : issue('not_allowed', 'Must begin with https://');
  },
);
const IsUrl = (): PropertyDecorator => Holds('isWebhookUrl', urlRule);

const messageIdRule = stringRule(
  { minLength: 1, maxLength: MAX_MESSAGE_ID, examples: ['msg_6560f0a1b2c3d4e5f6a7b8c9-0000000001-3-0-0'] },
  (text) =>
    text.length > 0 && text.length <= MAX_MESSAGE_ID
      ? []
      : issue('invalid_id', 'This message does not exist'),
);

const IsEventTypes = (): PropertyDecorator =>
  IsListOf((each) => IsIn(webhookEventTypes, each), webhookEventTypes.length);

export class CreateWebhook {
  @ApiProperty({ description: 'The URL that receives messages: https, at an address on the internet' })
  @IsUrl()
  readonly url!: string;

  @ApiProperty({
    description: 'The events that are sent to the webhook',
    examples: [['campaign.completed', 'delivery.failed']],
  })
  @IsEventTypes()
  readonly eventTypes!: WebhookEventType[];

  @ApiProperty({ examples: ['Web shop'] })
  @IsText({ max: MAX_DESCRIPTION })
  @ValidateIf((_, value) => value !== undefined && value !== null, { context: { presence: 'nullable' } })
  readonly description?: string | null;

  @ApiProperty({
    description: `Whether a message contains up to ${MAX_WEBHOOK_BATCH} deliveries instead of one`,
  })
  @IsBoolean()
  @OptionalNotNull()
  readonly batch?: boolean;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateWebhook {
  @IsUrl()
  @OptionalNotNull()
  readonly url?: string;

  @IsEventTypes()
  @OptionalNotNull()
  readonly eventTypes?: WebhookEventType[];

  @ApiProperty({ examples: ['Web shop'] })
  @IsText({ max: MAX_DESCRIPTION })
  @ValidateIf((_, value) => value !== undefined && value !== null, { context: { presence: 'nullable' } })
  readonly description?: string | null;

  @IsBoolean()
  @OptionalNotNull()
  readonly batch?: boolean;

  @ApiProperty({ description: 'false: messages are sent again, starting with the pending ones' })
  @IsBoolean()
  @OptionalNotNull()
  readonly disabled?: boolean;
}

export class AttemptsQuery extends PageQuery {
  @ApiProperty({ description: 'Only successful attempts, or only failed attempts' })
  @IsIn(['true', 'false'])
  @OptionalNotNull()
  readonly ok?: string;
}

const eitherOf = 'Send either `messageId` or `since`';

export class ReplayWebhook {
  @ApiProperty({ description: 'One message, from an attempt' })
  @Holds('isMessageId', messageIdRule)
  @RequiredUnless(({ since }: ReplayWebhook) => since !== undefined, eitherOf, 'optional')
  readonly messageId?: string;

  @ApiProperty({ description: 'All events since this time' })
  @IsInstant()
  @OptionalNotNull()
  readonly since?: string;

  @ApiProperty({ description: 'With `since`: only events before this time; absent: until now' })
  @IsInstant()
  @OptionalNotNull()
  readonly until?: string;
}
