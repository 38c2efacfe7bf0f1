import { services } from '@carillon/contracts';
import { configuredServices } from './services';

const names = async (environment: Record<string, string>): Promise<string[][]> =>
  (await configuredServices(environment)).map((phase) => phase.map(({ service }) => service));

describe('the services of one process', () => {
  it('are all services, and the mailbox-poller only with a mailbox', async () => {
    const all = (await names({ BOUNCE_MAILBOXES_FILE: '/run/secrets/BOUNCE_MAILBOXES' })).flat();
    expect(all.sort()).toEqual([...services].sort());
    for (const environment of [{}, { BOUNCE_MAILBOXES: ' ' }])
      expect((await names(environment)).flat().sort()).toEqual(
        services.filter((service) => service !== 'mailbox-poller').sort(),
      );
  });

  it('stop the owners of audiences and campaigns last, because work in flight needs them', async () => {
    const [first, last] = await names({});
    expect(first).toEqual(expect.arrayContaining(['gateway', 'email-worker', 'bounce-receiver']));
    expect(last?.sort()).toEqual(['account', 'campaign', 'dispatcher', 'subscriber']);
  });
});
