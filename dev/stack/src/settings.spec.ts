import type { StackSecrets } from './secrets';
import { serviceEnvironment, stackSettings } from './settings';
import { stackServices } from './services';

const addresses = {
  ...{ httpPort: 8080, smtpPort: 2525, bouncePort: 2526, twilioPort: 9090, inboxPort: 9091 },
  ...{ amqpUrl: 'amqp://127.0.0.1', mongoUrl: 'mongodb://127.0.0.1' },
};

const secrets = { cursorKey: 'of the stack', linkKeys: 'l', vaultPublicKey: 'v' } as StackSecrets;

/** The gateway's settings for an environment. */
function gatewayOf(environment: Record<string, string>) {
  const service = stackServices.find(({ name }) => name === 'gateway');
  if (!service) throw new Error('There is no gateway');
  const settings = stackSettings(addresses, secrets, '/data', environment);
  return serviceEnvironment(service, settings, 9100, environment);
}

describe('the settings of a stack', () => {
  it('allow private hosts, unless the environment sets otherwise', () => {
    expect(gatewayOf({}).ALLOW_PRIVATE_SMTP_HOSTS).toBe('true');
    expect(gatewayOf({ ALLOW_PRIVATE_SMTP_HOSTS: '' }).ALLOW_PRIVATE_SMTP_HOSTS).toBe('true');
    expect(gatewayOf({ ALLOW_PRIVATE_SMTP_HOSTS: 'false' }).ALLOW_PRIVATE_SMTP_HOSTS).toBe('false');
  });

  it('pass on what the environment has, and keep the addresses and secrets of the stack', () => {
    const own = gatewayOf({ RATE_FREE: '7/s', HTTP_PORT: '1', CURSOR_KEY: 'x' });
    expect(own).toMatchObject({ RATE_FREE: '7/s', HTTP_PORT: '8080', CURSOR_KEY: 'of the stack' });
  });
});
