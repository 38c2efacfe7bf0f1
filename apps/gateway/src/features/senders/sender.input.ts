import {
  type Channel,
  type SenderProvider,
  channelRow,
  channels,
  providersOf,
  senderProviders,
  usualProvider,
} from '@carillon/contracts';
import { isRecord, issue, readChannel } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { IsChannel, addressRule } from '../../http/input/channel';
import { Forms, ObjectSchema } from '../../http/input/input-schema';
import { Holds, IsNumberWithin, OptionalNotNull, type Rule } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';
import { RampUpInput } from './ramp-up.input';
import {
  type SettingsInput,
  type Kind,
  newSettingsIssues,
  newSettingsSchema,
  settingsSchemas,
  titleOf,
} from './settings';

export const IsName = applyDecorators(ApiProperty({ examples: ['Our mail server'] }), IsText({ max: 100 }));
export const IsRate = applyDecorators(
  ApiProperty({ description: 'Messages per second; absent: the default rate of the channel' }),
  IsNumberWithin({ min: 1 / 60, max: 10_000 }),
);

/** The kind of sender in an input. Undefined: an unknown kind, which the rules of the two fields report. */
function kindIn(input: object): Kind | undefined {
  const channel = readChannel(Reflect.get(input, 'channel'));
  if (channel === undefined) return undefined;
  const named: unknown = Reflect.get(input, 'provider') ?? usualProvider(channel);
  const provider = providersOf(channel).find((each) => each === named);
  return provider && { channel, provider };
}

const newSettingsRule: Rule = {
  schema: settingsSchemas.anyNew,
  issues: (value, input) => newSettingsIssues(value, kindIn(input)),
};
const providerRule: Rule = {
  schema: { type: 'string', enum: senderProviders, examples: ['SMTP'] },
  issues: (value, input) => {
    const channel = readChannel(Reflect.get(input, 'channel'));
    const providers: readonly unknown[] = channel === undefined ? senderProviders : providersOf(channel);
    if (providers.includes(value)) return [];
    return issue('not_allowed', `This must be one of ${providers.join(', ')}`);
  },
};
/** The rules depend on the kind of the sender. */
const changedSettingsRule: Rule = {
  schema: settingsSchemas.anyChange,
  issues: (value) => (isRecord(value) ? [] : issue('wrong_type', 'This must be an object')),
};

export class SendersQuery extends PageQuery {
  @IsChannel()
  @OptionalNotNull()
  readonly channel?: string;
}

const formOf = (channel: Channel, provider: SenderProvider) => ({
  name: `Create${titleOf({ channel, provider })}Sender`,
  properties: {
    channel: {
      type: 'string',
      enum: [channelRow(channel).name, channel],
      description: 'In any letter case',
    },
    provider: { type: 'string', enum: [provider] },
    settings: newSettingsSchema({ channel, provider }),
  },
});

@Forms(...channels.flatMap((channel) => providersOf(channel).map((provider) => formOf(channel, provider))))
export class CreateSender {
  @IsChannel() readonly channel!: string;

  @ApiProperty({ description: 'Absent: SMTP for email, TWILIO for WhatsApp and SMS' })
  @Holds('isProvider', providerRule)
  @OptionalNotNull()
  readonly provider?: string;

  @IsName readonly name!: string;
  @Holds('isSettings', newSettingsRule) readonly settings!: SettingsInput;

  @IsRate
  @OptionalNotNull()
  readonly ratePerSecond?: number;

  @ApiProperty({ description: 'Daily limits that grow over time, only for email senders; absent: none' })
  @OptionalNotNull()
  @IsObject()
  @ValidateNested()
  @Type(() => RampUpInput)
  readonly rampUp?: RampUpInput;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateSender {
  @IsName
  @OptionalNotNull()
  readonly name?: string;

  @Holds('isSettings', changedSettingsRule)
  @OptionalNotNull()
  readonly settings?: SettingsInput;

  /** Null: the default rate of the channel. */
  @IsRate
  @IsOptional()
  readonly ratePerSecond?: number | null;

  @ApiProperty({ description: 'Whether campaigns wait until you resume the sender' })
  @IsBoolean()
  @OptionalNotNull()
  readonly isPaused?: boolean;

  @ApiProperty({
    description:
      'Daily limits that grow over time, only for email senders. They replace all existing limits; null: none',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => RampUpInput)
  readonly rampUp?: RampUpInput | null;
}

export class TestSender {
  @ApiProperty({
    description: 'The address that receives one message; absent: Carillon tests only the connection',
  })
  @Holds('isAddress', addressRule())
  @OptionalNotNull()
  readonly identifier?: string;
}
