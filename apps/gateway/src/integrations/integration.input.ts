import { object } from '../checks/check';
import { channel, email, readChannel } from '../checks/channel';
import { Optional, Required, type Rule, finding } from '../checks/rule';
import { number } from '../checks/scalars';
import { text } from '../checks/text';
import { PageQuery } from '../paging/page-query';
import { EmailSettings, EmailSettingsChange } from './email-settings';

const name = text({ max: 100 });
const ratePerSecond = number({ min: 1 / 60, max: 10_000 });

const offeredChannel: Rule = (value, owner) => {
  const wrong = channel(value, owner);
  if (wrong.length > 0 || readChannel(value) === 'EMAIL') return wrong;
  return finding('not_allowed', 'Only EMAIL integrations can be made so far');
};

/** Settings of a channel that is refused are not looked at: the channel is what is wrong. */
const settings: Rule = (value, owner) => {
  const refused = offeredChannel(Reflect.get(owner, 'channel'), owner).length > 0;
  return refused ? [] : object(EmailSettings)(value, owner);
};

export class IntegrationsQuery extends PageQuery {
  @Optional(channel)
  readonly channel?: string;
}

export class CreateIntegration {
  @Required(offeredChannel)
  readonly channel!: string;

  @Required(name)
  readonly name!: string;

  @Required(settings)
  readonly settings!: EmailSettings;

  @Optional(ratePerSecond)
  readonly ratePerSecond?: number;
}

export class UpdateIntegration {
  @Optional(name)
  readonly name?: string;

  @Optional(object(EmailSettingsChange))
  readonly settings?: EmailSettingsChange;

  @Optional(ratePerSecond)
  readonly ratePerSecond?: number;
}

export class TestIntegration {
  /** Where to send one message; absent: only the connection and the login are tried. */
  @Optional(email)
  readonly identifier?: string;
}
