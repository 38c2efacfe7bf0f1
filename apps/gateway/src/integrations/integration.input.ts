import { address, channel, readChannel } from '../checks/channel';
import { Optional, OptionalOrNull, Required, type Rule, rule } from '../checks/rule';
import { number } from '../checks/scalars';
import { text } from '../checks/text';
import { PageQuery } from '../paging/page-query';
import { someSettings, wholeSettings } from './settings-rules';
import { ofAnyChannel, settingsSchemas } from './settings-schemas';

const name = text({ max: 100 });
const ratePerSecond = number({ min: 1 / 60, max: 10_000 });

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

export class CreateIntegration {
  @Required(channel)
  readonly channel!: string;

  @Required(name)
  readonly name!: string;

  @Required(settings)
  readonly settings!: GivenSettings;

  @Optional(ratePerSecond)
  readonly ratePerSecond?: number;
}

export class UpdateIntegration {
  @Optional(name)
  readonly name?: string;

  /** What they must be is known when it is known which integration they are for. */
  @Optional(someSettings)
  readonly settings?: GivenSettings;

  /** Null: as fast as is usual for the channel. */
  @OptionalOrNull(ratePerSecond)
  readonly ratePerSecond?: number | null;
}

export class TestIntegration {
  /** Where to send one message; absent: only the connection and the login are tried. */
  @Optional(address(() => undefined))
  readonly identifier?: string;
}
