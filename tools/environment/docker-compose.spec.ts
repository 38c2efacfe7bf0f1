import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneProcess, stackServices } from '@carillon/stack';
import { parse } from 'yaml';
import { programs } from '../../programs.cjs';

interface ComposeService {
  build?: object;
  image: string;
  user?: string;
  command?: string[];
  entrypoint?: string[];
  container_name?: string;
  profiles?: string[];
  restart?: string;
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: string };
  environment?: Record<string, string | number>;
  healthcheck?: { disable?: boolean; test?: string[] };
  ports?: string[];
  networks?: string[];
  network_mode?: string;
  volumes?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  stop_grace_period?: string;
  logging?: { options?: Record<string, string> };
}
interface ComposeFile {
  name?: string;
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, null>;
}

const root = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const text = read('docker-compose.yml');
const compose = parse(text, { merge: true, maxAliasCount: -1 }) as ComposeFile;
const dockerfile = read('Dockerfile');

const all = Object.entries(compose.services);
const names = Object.keys(compose.services);
const service = (name: string): ComposeService => {
  const found = compose.services[name];
  if (!found) throw new Error(`no service ${name}`);
  return found;
};

/** The variables that the image sets for every app. */
const ofTheImage = [...dockerfile.matchAll(/\b(ADMIN_[A-Z]+)=/g)].map(([, name]) => name);
const givenTo = (name: string): string[] => Object.keys(service(name).environment ?? {});
/** Secrets are passed as files. */
const variablesOf = (name: string): string[] => givenTo(name).map((each) => each.replace(/_FILE$/, ''));

/** The variables for traces, which the sandbox does not have. */
const ofTraces = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** Services that run one task and exit, or that start on demand. */
const passing = ['setup', 'replica-set', 'demo', 'carillon', 'dead-letters', 'backup'];
const servers = ['broker', 'database', 'proxy'];

describe('docker-compose.yml', () => {
  it('has the same services as the launcher, except servers, tools, and one-time jobs', () => {
    const launched = stackServices.map(({ name }) => name);
    expect([...names].sort()).toEqual([...servers, ...passing, ...launched].sort());
  });

  it.each(stackServices)(
    'sets the same variables as the launcher for $name, its log level, and its traces',
    (launched) => {
      const given = [...variablesOf(launched.name), ...ofTheImage];
      const traces = launched.name === 'sandbox' ? [] : ofTraces;
      expect(given.sort()).toEqual([...launched.variables, 'LOG_LEVEL', ...traces].sort());
    },
  );

  it('gives the gateway no key that decrypts credentials of users', () => {
    expect(variablesOf('gateway')).toContain('VAULT_PUBLIC_KEY');
    expect(variablesOf('gateway')).not.toContain('VAULT_KEYS');
  });

  it.each(stackServices)('runs $name from its own source', ({ name, program, memory = [] }) => {
    expect(service(name).command).toEqual(['node', ...memory, `${program}/main.js`]);
    expect(existsSync(join(root, program, 'src/main.ts'))).toBe(true);
  });

  it('runs programs that are built', () => {
    const named = all.flatMap(([, { command, entrypoint }]) =>
      [...(entrypoint ?? []), ...(command ?? [])].filter((word) => word.endsWith('/main.js')),
    );
    const built = Object.keys(programs).map((program) => `${program}.js`);
    expect(named).toHaveLength(stackServices.length + 5);
    expect(built).toEqual(expect.arrayContaining(named));
  });

  it.each(stackServices)(
    'starts $name after its secrets exist and its dependencies are healthy, and stops it before they are recreated',
    ({ name }) => {
      const healthy = { condition: 'service_healthy', restart: true };
      const done = { condition: 'service_completed_successfully' };
      const needs = {
        AMQP_URL: { broker: healthy },
        MONGO_URL: { database: healthy, 'replica-set': done },
      };
      const needed = Object.entries(needs).flatMap(([url, before]) =>
        variablesOf(name).includes(url) ? Object.entries(before) : [],
      );
      expect(service(name).depends_on).toEqual({ setup: done, ...Object.fromEntries(needed) });
    },
  );

  it('publishes only the gateway and the inbox, on loopback ports, unless a profile is on', () => {
    const published = all.filter(([, { ports, profiles }]) => ports && !profiles);
    expect(published.map(([name]) => name).sort()).toEqual(['gateway', 'sandbox']);
    for (const [, { ports = [] }] of published)
      expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    expect(all.filter(([, { ports, profiles }]) => ports && profiles).map(([name]) => name)).toEqual([
      'proxy',
    ]);
  });

  it('starts services that need a variable only with their profile', () => {
    const needing = stackServices.flatMap(({ name, needs }) => (needs === undefined ? [] : [name]));
    expect(needing).toEqual(['mailbox-poller']);
    for (const { name } of stackServices)
      expect(service(name).profiles).toEqual(needing.includes(name) ? ['mailbox'] : undefined);
  });

  it('sets no fixed name that a second copy of a worker would also use', () => {
    for (const [, each] of all) expect(each).not.toHaveProperty('container_name');
  });

  it.each(['email-worker', 'whatsapp-worker', 'sms-worker', 'gateway'])(
    'has a variable for the number of copies of %s',
    (name) => {
      const variable = `${name.toUpperCase().replace('-', '_')}S`;
      expect(service(name).deploy?.replicas).toBe(`\${${variable}:-1}`);
    },
  );

  it('can be read without any variable, so that its setup can make secrets', () => {
    expect(text).not.toMatch(/\$\{[A-Z_]+:?\?/);
  });

  it('builds without a frontend of its own, in any project', () => {
    expect(compose.name).toBeUndefined();
    expect(dockerfile).not.toMatch(/^#\s*syntax=/m);
  });

  it('tags the image with the version of the packages', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const [, { image, build }] of all)
      if (build) expect(image).toBe(`\${CARILLON_IMAGE:-carillon}:\${CARILLON_VERSION:-${version}}`);
    expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  });
});

describe('a secret in docker-compose.yml', () => {
  const SECRET = /(KEYS?|SECRET|PASSWORD|PASS|TOKEN|ACCOUNTS|AMQP_URL|MONGO_URL|SMTP_URL)$/;

  it('comes from a file, except in the setup, which takes it from .env', () => {
    for (const [name, { environment = {} }] of all) {
      for (const [variable, value] of Object.entries(environment)) {
        if (!SECRET.test(variable)) continue;
        expect([name, value]).toEqual(['setup', `\${${variable}:-}`]);
      }
    }
  });

  it('is not part of a URL', () => {
    expect(text).not.toMatch(/:\/\/[^\s/@]*:[^\s/@]*@/);
  });

  it('is in a volume of its service and the setup only', () => {
    const holding = (volume: string): string[] =>
      all.flatMap(([name, { volumes = [] }]) =>
        volumes.some((mount) => mount.startsWith(`${volume}:`)) ? [name] : [],
      );
    const volumes = Object.keys(compose.volumes).filter((volume) => volume.startsWith('secrets-'));
    for (const volume of volumes) {
      const reader = volume.replace('secrets-', '');
      const readers = reader === 'database' ? ['database', 'replica-set'] : [reader];
      expect(holding(volume)).toEqual(['setup', ...readers]);
      expect(service('setup').volumes).toContain(`${volume}:/hand-over/${reader}`);
      for (const name of readers)
        expect(service(name).volumes).toEqual(
          expect.arrayContaining([expect.stringMatching(new RegExp(`^${volume}:/.*:ro$`))]),
        );
    }
    expect(volumes).toHaveLength(stackServices.length + 5);
    expect(holding('secrets')).toEqual(['setup']);
  });

  it('is read where it is mounted', () => {
    for (const [, { environment = {}, volumes = [] }] of all) {
      const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
      // An optional file is named only if another variable is set.
      for (const [, file] of files)
        expect(String(file).replace(/^\$\{[A-Z_]+:\+(.*)\}$/, '$1')).toMatch(/^\/run\/secrets\/[A-Z_]+$/);
      if (files.length > 0)
        expect(volumes).toEqual(expect.arrayContaining([expect.stringMatching(/:\/run\/secrets:ro$/)]));
    }
  });
});

describe('a container of docker-compose.yml', () => {
  it.each(all)('has limits and minimal rights: %s', (_, each) => {
    expect(each.mem_limit).toBeDefined();
    expect(each.read_only).toBe(true);
    expect(each.tmpfs).toEqual(['/tmp']);
    expect(each.cap_drop).toEqual(['ALL']);
    expect(each.security_opt).toEqual(['no-new-privileges:true']);
    expect(Object.keys(each.logging?.options ?? {})).toEqual(['max-size', 'max-file']);
  });

  it('has no extra rights, except one container that binds ports and one that passes files to their readers', () => {
    const rights = all.flatMap(([name, { cap_add }]) => (cap_add ? [[name, cap_add]] : []));
    expect(Object.fromEntries(rights)).toEqual({
      setup: ['CHOWN', 'DAC_OVERRIDE'],
      proxy: ['NET_BIND_SERVICE'],
    });
  });

  it('reaches the broker and the database only if it needs them', () => {
    const inside = all.flatMap(([name, { networks = [] }]) => (networks.includes('inside') ? [name] : []));
    const needing = names.filter((name) =>
      variablesOf(name).some((variable) => ['AMQP_URL', 'MONGO_URL'].includes(variable)),
    );
    expect(inside.sort()).toEqual(
      [...needing.filter((name) => name !== 'setup'), 'broker', 'database', 'replica-set'].sort(),
    );
    expect(compose.networks.inside).toEqual({ internal: true });
  });

  it('reaches the outside only if necessary', () => {
    const outside = all.flatMap(([name, { networks = [] }]) => (networks.includes('outside') ? [name] : []));
    expect(outside.sort()).toEqual(
      [
        'gateway',
        'account',
        'email-worker',
        'whatsapp-worker',
        'sms-worker',
        'mailbox-poller',
        'webhook-worker',
        'sandbox',
        'demo',
        'proxy',
        'carillon',
      ].sort(),
    );
    expect(service('setup').network_mode).toBe('none');
    for (const [name, { networks, network_mode }] of all)
      expect([name, networks ?? network_mode]).not.toEqual([name, undefined]);
  });

  it('has a cheap health check', () => {
    expect(dockerfile).toMatch(/^HEALTHCHECK [^\n]*\\\n[^\n]*\/health\/live`/m);
    for (const name of ['broker', 'database']) {
      const { test = [] } = service(name).healthcheck ?? {};
      expect(test).toEqual(['CMD', 'bash', '-c', expect.stringMatching(/^exec 3<>\/dev\/tcp\//)]);
    }
    for (const { name } of stackServices) expect(service(name)).not.toHaveProperty('healthcheck');
    for (const name of passing) expect(service(name).healthcheck).toEqual({ disable: true });
  });

  it('has time for a clean shutdown', () => {
    const long = ['broker', 'database', ...stackServices.map(({ name }) => name)];
    for (const name of long) expect(service(name).stop_grace_period).toBe('30s');
  });
});

describe('the database of docker-compose.yml', () => {
  it('requires a password, and logs no slow queries, which contain addresses', () => {
    const { command = [], environment = {} } = service('database');
    expect(command).toContain('--keyFile');
    expect(environment).toMatchObject({ MONGO_INITDB_ROOT_PASSWORD_FILE: '/run/secrets/DATABASE_PASSWORD' });
    expect(command[command.indexOf('--slowOpSampleRate') + 1]).toBe('0');
  });

  it('has a cache well below its memory', () => {
    const [, cache] = /\$\{DATABASE_CACHE_GB:-([\d.]+)\}/.exec(text) ?? [];
    const [, memory] = /\$\{DATABASE_MEMORY:-(\d+)m\}/.exec(text) ?? [];
    expect(Number(cache) * 1024).toBeLessThan(Number(memory) / 2);
  });
});

describe('the broker of docker-compose.yml', () => {
  it('blocks publishers well below its memory limit', () => {
    const [, most] =
      /vm_memory_high_watermark\.absolute = (\d+)MiB/.exec(read('deploy/containers/rabbitmq.conf')) ?? [];
    expect(service('broker').mem_limit).toBe('1g');
    expect(Number(most)).toBeGreaterThan(0);
    expect(Number(most)).toBeLessThan(1024 * 0.7);
  });
});

describe('deploy/containers/one-process.yml', () => {
  const one = parse(read('deploy/containers/one-process.yml'), { merge: true }) as ComposeFile;
  const { gateway, setup, ...others } = one.services;

  it('lets the container of the gateway run all services, with the variables of all', () => {
    expect(gateway?.command).toEqual(['node', `${oneProcess.program}/main.js`]);
    const added = Object.keys(gateway?.environment ?? {}).filter((name) => name !== 'NODE_OPTIONS');
    const given = [...variablesOf('gateway'), ...added.map((name) => name.replace(/_FILE$/, ''))];
    expect([...given, ...ofTheImage].sort()).toEqual(
      [...oneProcess.variables, 'LOG_LEVEL', ...ofTraces].sort(),
    );
  });

  it('gives each variable the value that its service has in docker-compose.yml', () => {
    for (const [variable, value] of Object.entries(gateway?.environment ?? {})) {
      const values = (oneProcess.hosts ?? []).flatMap(
        ({ name }) => service(name).environment?.[variable] ?? [],
      );
      if (variable === 'NODE_OPTIONS') expect(values).toEqual([]);
      // The mailbox-poller has a profile instead of an optional secret.
      else if (variable === 'BOUNCE_MAILBOXES_FILE')
        expect(value).toBe('${BOUNCE_MAILBOXES:+/run/secrets/BOUNCE_MAILBOXES}');
      else expect(new Set(values)).toEqual(new Set([value]));
    }
  });

  it('starts no other service', () => {
    const elsewhere = stackServices
      .map(({ name }) => name)
      .filter((name) => !['sandbox', 'gateway'].includes(name));
    expect(Object.keys(others).sort()).toEqual(elsewhere.sort());
    for (const each of Object.values(others)) expect(each).toEqual({ profiles: ['separate-processes'] });
  });

  it('hands the secrets of all services to this container only', () => {
    expect(setup).toEqual({
      environment: { CARILLON_PROCESS: 'one' },
      volumes: ['secrets-one-process:/hand-over/one-process'],
    });
    expect(gateway?.volumes).toEqual(['secrets-one-process:/run/secrets:ro']);
    expect(Object.keys(one.volumes)).toEqual(['secrets-one-process']);
  });

  it('has more JavaScript memory than one service, below the limit of the container', () => {
    const heap = (options: string): number => Number(/--max-old-space-size=(\d+)/.exec(options)?.[1]);
    const own = heap(String(gateway?.environment?.NODE_OPTIONS));
    expect(own).toBeGreaterThan(heap(dockerfile));
    expect(own).toBeLessThan(Number.parseInt(gateway?.mem_limit ?? '', 10));
  });
});
