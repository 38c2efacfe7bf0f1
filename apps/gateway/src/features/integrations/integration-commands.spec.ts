import type { Messenger } from '@carillon/messaging';
import { ConfigError } from '@carillon/platform';
import type { GatewayConfig } from '../../config';
import { Lists } from '../../http/paging/lists';
import { IntegrationCommands } from './integration-commands';

describe('a key ring that is none', () => {
  const config = { VAULT_KEYS: 'hunter2' } as GatewayConfig;

  it.each([
    ['seals', () => new IntegrationCommands({} as unknown as Messenger, config)],
    ['signs cursors', () => new Lists(config)],
  ])('stops the boot of what %s with its name and without its value', (_, build) => {
    expect(build).toThrow(ConfigError);
    expect(build).toThrow(/^VAULT_KEYS: (?!.*hunter2)/);
  });
});
