import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TObject } from '@sinclair/typebox';
import { parseConfig as parseSandboxConfig } from '../../dev/sandbox/src/config';

const root = join(__dirname, '../..');
const text = readFileSync(join(root, '.env.example'), 'utf8');
const documented = new Map(
  [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** The variables that only Compose reads, from all its files. */
const ofCompose = ['docker-compose.yml', 'deploy/observability/compose.yml'].flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name),
);

/** The schemas of the platform, of the database, and of every service, each declared in a config.ts. */
async function schemas(): Promise<TObject[]> {
  const folders = [
    'libs/platform',
    'libs/mongo',
    ...readdirSync(join(root, 'apps')).map((app) => `apps/${app}`),
  ];
  const files = folders.map((folder) => join(root, folder, 'src/config.ts')).filter(existsSync);
  const modules = (await Promise.all(files.map((file) => import(file)))) as object[];
  const exported = modules.flatMap((module) => Object.values(module) as { schema?: TObject }[]);
  return exported.flatMap(({ schema }) => schema ?? []);
}

function ofSandbox(): string[] {
  const read: string[] = [];
  parseSandboxConfig(new Proxy({}, { get: (_, name) => void read.push(String(name)) }));
  return read.filter((name) => !name.endsWith('_FILE'));
}

describe('.env.example', () => {
  it('lists exactly the variables that services read', async () => {
    const declared = (await schemas()).flatMap(({ properties }) => Object.keys(properties));
    expect([...documented.keys()].sort()).toEqual(
      [...new Set([...declared, ...ofSandbox(), ...ofCompose])].sort(),
    );
  });

  it('states the actual defaults', async () => {
    const properties = (await schemas()).flatMap((schema) => Object.entries(schema.properties));
    const defaults = properties.map(([name, { default: value }]) => [
      name,
      value === undefined ? '' : String(value),
    ]);
    expect(Object.fromEntries(defaults.map(([name = '']) => [name, documented.get(name)]))).toEqual(
      Object.fromEntries(defaults),
    );
  });

  it('lists exactly the variables that Compose passes on, in its first two parts', () => {
    const [, secrets = '', ways = ''] = text.split(/^# --- .*$/m);
    const passedOn = [...`${secrets}${ways}`.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(passedOn.sort()).toEqual([...new Set(ofCompose)].sort());
  });

  it('names every secret that may be in a file', async () => {
    const secrets = (await schemas()).flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([name, { secret }]) => (secret === true ? [name] : [])),
    );
    const [, named = ''] =
      /NAME_FILE to the path of a file with the value\. This works for([^.]*)\./s.exec(text) ?? [];
    expect(named.match(/[A-Z][A-Z0-9_]+/g)?.sort()).toEqual(
      [...new Set([...secrets, 'TWILIO_ACCOUNTS'])].sort(),
    );
  });

  it('sets no variable, so that it can be copied and extended', () => {
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });
});
