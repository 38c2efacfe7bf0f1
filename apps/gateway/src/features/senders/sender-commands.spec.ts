import type { Messenger } from '@carillon/messaging';
import { ConfigError, Logger } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import type { GatewayConfig } from '../../config';
import type { WorkLimits } from '../../http/rate-limits/work-limits';
import { Lists } from '../../http/paging/lists';
import { Unsubscribe } from '../unsubscribe/unsubscribe.controller';
import { SenderCommands } from './sender-commands';

describe('an invalid key in the configuration', () => {
  const hunter2 = 'hunter2';
  const config = { VAULT_PUBLIC_KEY: hunter2, LINK_KEYS: hunter2, CURSOR_KEY: hunter2 } as GatewayConfig;
  const messenger = {} as unknown as Messenger;
  const log = Logger.create('test', 'silent');
  const clock = new FixedClock(new Date(0));
  const none: unknown = {};

  it.each([
    ['seals', 'VAULT_PUBLIC_KEY', () => new SenderCommands(messenger, clock, config)],
    ['reads links', 'LINK_KEYS', () => new Unsubscribe(messenger, clock, log, config)],
    ['signs cursors', 'CURSOR_KEY', () => new Lists(config, none as WorkLimits)],
  ])('stops the boot of the part that %s, naming %s, without the value', (_, name, build) => {
    expect(build).toThrow(ConfigError);
    expect(build).toThrow(new RegExp(`^${name}: (?!.*hunter2)`));
  });
});
