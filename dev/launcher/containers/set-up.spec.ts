import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { oneProcess, stackServices } from '@carillon/stack';
import { parseKeyRing, publicKeyOf } from '@carillon/vault';
import { SetUp } from './set-up';

/** A machine without secrets: the directory that stores secrets, and the directory for their readers. */
function machine() {
  const kept = mkdtempSync(join(tmpdir(), 'kept-'));
  const folder = mkdtempSync(join(tmpdir(), 'hand-over-'));
  const open = (environment: NodeJS.Dict<string> = {}): SetUp => SetUp.open(kept, folder, environment);
  const handed = (reader: string, name: string): string => readFileSync(join(folder, reader, name), 'utf8');
  return { kept, folder, open, handed };
}

describe('the setup of containers', () => {
  it('gives each service only the secrets among its variables', () => {
    const { folder, open } = machine();
    open().handOver();
    const filesOf = (reader: string): string[] => readdirSync(join(folder, reader)).sort();
    expect(filesOf('gateway')).toEqual([
      'AMQP_URL',
      'CURSOR_KEY',
      'LINK_KEYS',
      'MONGO_URL',
      'VAULT_PUBLIC_KEY',
    ]);
    expect(filesOf('email-worker')).toEqual(['AMQP_URL', 'DEFAULT_SMTP_URL', 'LINK_KEYS', 'VAULT_KEYS']);
    expect(filesOf('sandbox')).toEqual(['TWILIO_ACCOUNTS']);
    expect(filesOf('dead-letters')).toEqual(['AMQP_URL']);
    const known = stackServices.map(({ name }) => name);
    expect(readdirSync(folder).sort()).toEqual(
      [...known, 'broker', 'database', 'demo', 'dead-letters', 'backup'].sort(),
    );
  });

  it('creates matching secrets that only their reader can read', () => {
    const { kept, folder, open, handed } = machine();
    open().handOver();
    const ring = parseKeyRing(handed('account', 'VAULT_KEYS').trim());
    expect(handed('gateway', 'VAULT_PUBLIC_KEY').trim()).toBe(publicKeyOf(ring));
    expect(handed('email-worker', 'VAULT_KEYS')).toBe(handed('account', 'VAULT_KEYS'));
    const [, broker = ''] = /^default_pass = (.*)$/m.exec(handed('broker', 'password.conf')) ?? [];
    expect(new URL(handed('campaign', 'AMQP_URL').trim()).password).toBe(broker);
    expect(new URL(handed('backup', 'MONGO_URL').trim())).toMatchObject({
      username: 'carillon',
      password: handed('database', 'DATABASE_PASSWORD').trim(),
    });
    expect(broker).toMatch(/^[0-9a-f]{32}$/);
    expect(handed('sandbox', 'TWILIO_ACCOUNTS')).toBe(handed('demo', 'TWILIO_LOGIN'));
    for (const path of [join(kept, 'secrets.json'), join(folder, 'gateway', 'CURSOR_KEY')])
      expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('creates a database user for each service with a database, for that database only', () => {
    const { open, handed } = machine();
    open().handOver();
    interface User {
      user: string;
      pwd: string;
      roles: { role: string; db: string }[];
    }
    const users = JSON.parse(handed('database', 'users.json')) as User[];
    const owners = stackServices.filter(({ variables }) => variables.includes('MONGO_URL'));
    expect(users.map(({ user }) => user)).toEqual(owners.map(({ name }) => name));
    for (const { user, pwd, roles } of users) {
      expect(new URL(handed(user, 'MONGO_URL').trim())).toMatchObject({ username: user, password: pwd });
      expect(roles).toEqual(['readWrite', 'dbAdmin'].map((role) => ({ role, db: `carillon_${user}` })));
    }
    const passwords = [...users.map(({ pwd }) => pwd), handed('database', 'DATABASE_PASSWORD').trim()];
    expect(new Set(passwords).size).toBe(users.length + 1);
  });

  it('gives one process for all services the secrets and databases of all', () => {
    const { folder, open, handed } = machine();
    const environment = { CARILLON_PROCESS: 'one' };
    open(environment).handOver();
    const files = (reader: string): string[] => readdirSync(join(folder, reader));
    const { hosts = [], name } = oneProcess;
    expect(files(name).sort()).toEqual([...new Set(hosts.flatMap((service) => files(service.name)))].sort());
    expect(handed(name, 'VAULT_KEYS')).toBe(handed('account', 'VAULT_KEYS'));
    const users = JSON.parse(handed('database', 'users.json')) as {
      user: string;
      pwd: string;
      roles: object[];
    }[];
    const own = users.find(({ user }) => user === name);
    expect(new URL(handed(name, 'MONGO_URL').trim())).toMatchObject({ username: name, password: own?.pwd });
    expect(own?.roles).toEqual(users.filter(({ user }) => user !== name).flatMap(({ roles }) => roles));
  });

  it('creates secrets once, and restores missing ones', () => {
    const { folder, open, handed } = machine();
    expect(open().handOver()[0]).toMatch(/^Secrets were handed to .*gateway/);
    const before = handed('account', 'VAULT_KEYS');
    expect(open().handOver()[0]).toBe('All secrets are there; nothing was changed.');
    writeFileSync(join(folder, 'account', 'VAULT_KEYS'), 'something else');
    expect(open().handOver()[0]).toBe('Secrets were handed to account.');
    expect(handed('account', 'VAULT_KEYS')).toBe(before);
  });

  it('prints the secrets as lines for a later setup on another machine', () => {
    const [here, there] = [machine(), machine()];
    const given = parseEnv(here.open().lines().join('\n'));
    here.open().handOver();
    there.open(given).handOver();
    for (const [reader, name] of [
      ['account', 'VAULT_KEYS'],
      ['account', 'BOOTSTRAP_OPERATOR_KEY'],
      ['subscriber', 'ERASURE_KEYS'],
      ['gateway', 'MONGO_URL'],
      ['broker', 'password.conf'],
    ] as const)
      expect(there.handed(reader, name)).toBe(here.handed(reader, name));
    expect(there.open().lines()).toEqual(here.open().lines());
  });

  it('uses given values, and ignores empty ones', () => {
    const { open, handed } = machine();
    const accounts = `AC${'b'.repeat(32)}:token`;
    open({
      AMQP_URL: 'amqps://me:pass@mq.example.com',
      MONGO_URL: '',
      DEFAULT_SMTP_URL: ' smtp://mail.example.com ',
      TWILIO_ACCOUNTS: accounts,
      VAULT_KEYS: '',
    }).handOver();
    expect(handed('dispatcher', 'AMQP_URL')).toBe('amqps://me:pass@mq.example.com\n');
    expect(handed('dispatcher', 'MONGO_URL')).toContain('@database:27017/');
    expect(handed('email-worker', 'DEFAULT_SMTP_URL')).toBe('smtp://mail.example.com\n');
    expect(handed('sandbox', 'TWILIO_ACCOUNTS').trim()).toBe(
      `${accounts},${handed('demo', 'TWILIO_LOGIN').trim()}`,
    );
    expect(handed('account', 'VAULT_KEYS')).toMatch(/^k1:/);
    expect(() => handed('account', 'OIDC_CLIENT_SECRET')).toThrow('ENOENT');
    open({ OIDC_CLIENT_SECRET: 'of the provider' }).handOver();
    expect(handed('account', 'OIDC_CLIENT_SECRET')).toBe('of the provider\n');
  });

  it.each(['BROKER_PASSWORD', 'DATABASE_PASSWORD'])(
    'refuses a %s that would need escaping, without showing it',
    (name) => {
      const open = () => machine().open({ [name]: 'hunter2@#/' });
      expect(open).toThrow(`${name}: expected at least 8`);
      expect(open).not.toThrow(/hunter2/);
    },
  );
});
