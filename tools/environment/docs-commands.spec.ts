import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { programs } from '../../programs.cjs';

const root = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const pages = globSync(['*.md', '{clients,deploy,dev,docs}/**/*.md'], { cwd: root }).filter(
  (page) => !page.startsWith('docs/adr/') && page !== 'CHANGELOG.md',
);

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const services = ['docker-compose.yml', 'deploy/observability/compose.yml'].flatMap((file) =>
  Object.keys((parse(read(file), { merge: true, maxAliasCount: -1 }) as { services: object }).services),
);
const files = Object.keys(programs).map((program) => `${program}.js`);
const benchmarks = Object.keys(programs).flatMap(
  (program) => /^dev\/bench\/(.+)\/main$/.exec(program)?.[1] ?? [],
);

/** The part after a Compose command: options, of which `-v` takes a value, and then a service. */
const OF_COMPOSE = /docker compose (?:run|exec)(?: -v \S+| -{1,2}[\w-]+)* ([a-z][a-z-]*)/g;

function namedIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

describe('the commands of the documentation', () => {
  it('are existing scripts, services, programs, and benchmarks', () => {
    const all = pages.map(read).join('\n');
    const named = {
      scripts: namedIn(all, /npm run ([a-z][\w:-]*\w)/g),
      services: namedIn(all, OF_COMPOSE),
      benchmarks: namedIn(all, /npm run bench -- ([a-z]+)/g),
      programs: namedIn(all, /node ((?:apps|tools|clients)\/[\w/-]+main\.js)/g),
      files: namedIn(all, /(?:node|-f|COMPOSE_FILE=\S+:) ?((?:tools|deploy)\/[\w/.-]+\.(?:mjs|yml))/g),
    };
    for (const list of Object.values(named)) expect(list.length).toBeGreaterThan(1);
    expect(named.scripts.filter((name) => !(name in scripts))).toEqual([]);
    expect(named.services.filter((name) => !services.includes(name))).toEqual([]);
    expect(named.benchmarks.filter((name) => !benchmarks.includes(name))).toEqual([]);
    expect(named.programs.filter((name) => !files.includes(name))).toEqual([]);
    expect(named.files.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  it('are found if they do not exist', () => {
    const lines =
      'docker compose run --rm --no-deps -v "$PWD/a:/b" cook node x\ndocker compose exec -T cellar ls';
    expect(namedIn(lines, OF_COMPOSE)).toEqual(['cook', 'cellar']);
  });
});
