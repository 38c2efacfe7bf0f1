import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@carillon/contracts';
import { Ports } from '@carillon/local-services';
import { Folder } from './folder';
import { SecretsFile } from './secrets';
import { planProcesses } from './service-process';
import { stackServices, stopPhases } from './services';
import { stackSettings } from './settings';

describe('the list of services', () => {
  it('has every service of the system, and the sandbox', () => {
    expect(stackServices.map(({ name }) => name).sort()).toEqual([...services, 'sandbox'].sort());
  });

  it('stops workers first and broker and database last, all within 25 seconds', () => {
    expect(stopPhases.map(({ phase }) => phase)).toEqual([
      'workers',
      'services',
      'gateway',
      'sandbox',
      'broker',
      'database',
    ]);
    expect(stopPhases.reduce((sum, { graceMs }) => sum + graceMs, 0)).toBeLessThan(25_000);
  });

  it('reads mailboxes only if some are configured', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stack-'));
    const folder = new Folder(directory);
    const ports = await Ports.open(directory);
    const addresses = {
      httpPort: 1,
      smtpPort: 2,
      bouncePort: 5,
      twilioPort: 3,
      inboxPort: 4,
      amqpUrl: '',
      mongoUrl: '',
    };
    const secrets = SecretsFile.open(folder.secrets, {}).values;
    const witness = { started: () => undefined, ended: () => undefined };
    const planned = async (environment: Record<string, string>): Promise<string[]> => {
      const settings = stackSettings(addresses, secrets, directory, environment);
      const plan = { root: directory, folder, settings, environment: {}, ports, witness };
      return (await planProcesses(plan)).map(({ name }) => name);
    };
    const usual = stackServices.map(({ name }) => name).filter((name) => name !== 'mailbox-poller');
    expect(await planned({})).toEqual(usual);
    const url = 'imaps://returns:secret@imap.shop.example/INBOX';
    expect((await planned({ BOUNCE_MAILBOXES: url })).sort()).toEqual([...usual, 'mailbox-poller'].sort());
    rmSync(directory, { recursive: true });
  });
});
