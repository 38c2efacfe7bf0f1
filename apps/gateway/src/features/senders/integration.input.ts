import { type Channel, channelRow, channels, usualProvider } from '@carillon/contracts';
import { isRecord, issue, readChannel } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsChannel, addressRule } from '../../http/input/channel';
import { Forms, ObjectSchema } from '../../http/input/input-schema';
import { Holds, OptionalNotNull, type Rule } from '../../http/input/rule';
import { IsName, IsRate } from './sender.input';
import {
  type SettingsInput,
  type Kind,
  integrationSchemas,
  newSettingsIssues,
  newSettingsSchema,
  titleOf,
} from './settings';

const usual = (channel: Channel): Kind => ({ channel, provider: usualProvider(channel) });

const newSettingsRule: Rule = {
  schema: integrationSchemas.anyNew,
  issues: (value, input) => {
    const channel = readChannel(Reflect.get(input, 'channel'));
    return newSettingsIssues(value, channel && usual(channel));
  },
};
/** The rules depend on the kind of the integration, which is known only later. */
const changedSettingsRule: Rule = {
  schema: integrationSchemas.anyChange,
  issues: (value) => (isRecord(value) ? [] : issue('wrong_type', 'This must be an object')),
};

@Forms(
  ...channels.map((each) => ({
    name: `Create${titleOf(usual(each))}Integration`,
    properties: {
      channel: {
        type: 'string',
        enum: [channelRow(each).name, each],
        description: 'In any letter case',
      },
      settings: newSettingsSchema(usual(each)),
    },
  })),
)
export class CreateIntegration {
  @IsChannel() readonly channel!: string;
  @IsName readonly name!: string;
  @Holds('isSettings', newSettingsRule) readonly settings!: SettingsInput;

  @IsRate
  @OptionalNotNull()
  readonly ratePerSecond?: number;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateIntegration {
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
}

export class TestIntegration {
  @ApiProperty({
    description: 'The address that receives one message; absent: Carillon tests only the credentials',
  })
  @Holds('isAddress', addressRule())
  @OptionalNotNull()
  readonly identifier?: string;
}
