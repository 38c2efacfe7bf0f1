import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackServices } from '@carillon/stack';
import { parse } from 'yaml';

interface ComposeService {
  build?: { args: { APP: string } };
  container_name?: string;
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string | number>;
  ports?: string[];
}
interface ComposeFile {
  name?: string;
  services: Record<string, ComposeService>;
}

const root = join(__dirname, '../..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as ComposeFile;
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

/** The variables that the image sets for every app. */
const ofTheImage = [...dockerfile.matchAll(/\b(ADMIN_[A-Z]+)=/g)].map(([, name]) => name);
const variablesOf = (name: string) => Object.keys(compose.services[name]?.environment ?? {});

describe('docker-compose.yml', () => {
  it('has the same services as the launcher, besides broker and database', () => {
    const names = stackServices.map(({ name }) => name);
    expect(Object.keys(compose.services).sort()).toEqual(['broker', 'database', ...names].sort());
  });

  it.each(stackServices)('gives $name the same variables as the launcher, and its log level', (service) => {
    const given = [...variablesOf(service.name), ...ofTheImage];
    expect(given.sort()).toEqual([...service.variables, 'LOG_LEVEL'].sort());
  });

  it('gives the gateway no key that decrypts credentials of users', () => {
    expect(variablesOf('gateway')).toContain('VAULT_PUBLIC_KEY');
    expect(variablesOf('gateway')).not.toContain('VAULT_KEYS');
  });

  it.each(stackServices)('builds $name from its own source', ({ name, program }) => {
    const app = compose.services[name]?.build?.args.APP ?? '';
    expect(program.endsWith(`/${app}`)).toBe(true);
    expect(existsSync(join(root, program, 'src/main.ts'))).toBe(true);
  });

  it.each(stackServices)(
    'starts $name when its dependencies are healthy, and stops it before they are recreated',
    ({ name }) => {
      const needs = { AMQP_URL: 'broker', MONGO_URL: 'database' };
      const needed = Object.entries(needs).flatMap(([url, server]) =>
        variablesOf(name).includes(url) ? [server] : [],
      );
      const healthy = needed.map((server) => [server, { condition: 'service_healthy', restart: true }]);
      expect(compose.services[name]?.depends_on ?? {}).toEqual(Object.fromEntries(healthy));
    },
  );

  it('publishes only the gateway and the inbox, on loopback ports', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name).sort()).toEqual(['gateway', 'sandbox']);
    for (const [, { ports = [] }] of published)
      expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  });

  it('sets no fixed name that a second copy of a worker would also use', () => {
    for (const service of Object.values(compose.services))
      expect(service).not.toHaveProperty('container_name');
  });

  it.each([
    'VAULT_KEYS',
    'VAULT_PUBLIC_KEY',
    'LINK_KEYS',
    'CURSOR_KEY',
    'ERASURE_KEYS',
    'BOOTSTRAP_OPERATOR_KEY',
  ])('does not start without %s, and names it', (name) => {
    const values = Object.values(compose.services).flatMap(({ environment }) => environment?.[name] ?? []);
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) {
      expect(value).toBe(`\${${name}:?${name} is not set, write it into .env as .env.example says}`);
    }
  });

  it('is valid for Compose 1 and builds without a frontend of its own', () => {
    expect(compose.name).toBeUndefined();
    expect(dockerfile).not.toMatch(/^#\s*syntax=/m);
  });
});
