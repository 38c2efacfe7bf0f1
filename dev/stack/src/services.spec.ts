import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@carillon/contracts';
import { Ports } from '@carillon/local-services';
import { Folder } from './folder';
import { SecretsFile } from './secrets';
import type { ProcessMode } from './process-mode';
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
      'one-process',
      'sandbox',
      'broker',
      'database',
    ]);
    const separate = ['workers', 'services', 'gateway'];
    for (const absent of [['one-process'], separate]) {
      const present = stopPhases.filter(({ phase }) => !absent.includes(phase));
      expect(present.reduce((sum, { graceMs }) => sum + graceMs, 0)).toBeLessThan(25_000);
    }
  });

  it('has the same services in one process, and reads mailboxes only if some are configured', async () => {
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
    const processes = (environment: Record<string, string>, mode: ProcessMode = 'all') => {
      const settings = stackSettings(addresses, secrets, directory, environment);
      return planProcesses({ root: directory, folder, settings, environment: {}, ports, mode, witness });
    };
    const planned = async (environment: Record<string, string>): Promise<string[]> =>
      (await processes(environment)).map(({ name }) => name);
    const usual = stackServices.map(({ name }) => name).filter((name) => name !== 'mailbox-poller');
    expect(await planned({})).toEqual(usual);
    const url = 'imaps://returns:secret@imap.shop.example/INBOX';
    expect((await planned({ BOUNCE_MAILBOXES: url })).sort()).toEqual([...usual, 'mailbox-poller'].sort());

    const [sandbox, one, ...others] = await processes({}, 'one');
    expect([sandbox?.name, one?.name, others]).toEqual(['sandbox', 'one-process', []]);
    const hosted = usual.filter((name) => name !== 'sandbox');
    expect(one?.services).toEqual(hosted.map((name) => ({ name, adminUrl: `${one?.adminUrl}/${name}` })));
    for (const { environment } of (await processes({})).filter(({ name }) => name !== 'sandbox'))
      expect(one?.environment).toMatchObject({ ...environment, ADMIN_PORT: expect.any(String) as string });
    rmSync(directory, { recursive: true });
  });
});
