import { channelRow, channels } from '@carillon/contracts';
import { address, channel, readChannel } from '../checks/channel';
import { Forms, Whole } from '../checks/held';
import { Optional, OptionalOrNull, Required, type Rule, rule } from '../checks/rule';
import { number } from '../checks/scalars';
import { text } from '../checks/text';
import { OneOf } from '../openapi/view';
import { PageQuery } from '../paging/page-query';
import { someSettings, wholeSettings } from './settings-rules';
import { ofAnyChannel, settingsSchemas, titleOf } from './settings-schemas';

const name = text({ max: 100 });
const ratePerSecond = number({ min: 1 / 60, max: 10_000 });

const nameNotes = { examples: ['Our mail server'] };
const rateNotes = {
  description: 'How many messages leave in a second; if nothing is said, what is usual for the channel',
};

export type GivenSettings = Readonly<Record<string, unknown>>;

/** Settings of a channel that there is not are not looked at: the channel is what is wrong. */
const settings: Rule = rule(ofAnyChannel(settingsSchemas.whole), (value, owner) => {
  const known = readChannel(Reflect.get(owner, 'channel'));
  return known ? wholeSettings(known)(value, owner) : [];
});

export class IntegrationsQuery extends PageQuery {
  @Optional(channel)
  readonly channel?: string;
}

@Forms(
  ...channels.map((each) => ({
    name: `Create${titleOf(each)}Integration`,
    properties: {
      channel: OneOf([channelRow(each).word, each], { description: 'In any letter case' }),
      settings: settingsSchemas.whole[each],
    },
  })),
)
export class CreateIntegration {
  @Required(channel)
  readonly channel!: string;

  @Required(name, nameNotes)
  readonly name!: string;

  @Required(settings)
  readonly settings!: GivenSettings;

  @Optional(ratePerSecond, rateNotes)
  readonly ratePerSecond?: number;
}

@Whole({ minProperties: 1 })
export class UpdateIntegration {
  @Optional(name, nameNotes)
  readonly name?: string;

  /** What they must be is known when it is known which integration they are for. */
  @Optional(someSettings)
  readonly settings?: GivenSettings;

  /** Null: as fast as is usual for the channel. */
  @OptionalOrNull(ratePerSecond, rateNotes)
  readonly ratePerSecond?: number | null;
}

export class TestIntegration {
  /** Where to send one message; absent: only the connection and the login are tried. */
  @Optional(address(() => undefined), {
    description: 'Where to send one message; if nothing is said, only the login is tried',
  })
  readonly identifier?: string;
}
