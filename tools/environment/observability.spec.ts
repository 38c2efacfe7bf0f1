import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Metrics } from '@carillon/platform';
import { stackServices } from '@carillon/stack';
import { parse } from 'yaml';

const root = join(__dirname, '../..');
const folder = join(root, 'deploy/observability');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

const { groups } = parse(read('rules.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboards = readdirSync(join(folder, 'grafana/dashboards')).map((file): [string, Dashboard] => [
  file,
  JSON.parse(read(`grafana/dashboards/${file}`)) as Dashboard,
]);
const queries: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboards.flatMap(([file, { panels }]) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }): [string, string] => [`${file}: ${title}`, expr]),
    ),
  ),
];

/** The names of Carillon's and Node's metrics in a query. */
const namesIn = (query: string): string[] =>
  query.match(/(?<!["\w])(?:carillon|process|nodejs)_[a-z0-9_]+/g) ?? [];
/** The suffixes of a histogram's series. */
const metricOf = (name: string, types: ReadonlyMap<string, string>): string => {
  const histogram = name.replace(/_(?:bucket|count|sum)$/, '');
  return types.get(histogram) === 'histogram' ? histogram : name;
};

/** Names and types in docs/metrics.md, which the services must match, and those of Node's own metrics. */
async function knownMetrics(): Promise<Map<string, string>> {
  const table = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
  const ours = [...table.matchAll(/^\| `(carillon_\w+)` +\| (\w+)/gm)];
  const { text } = await new Metrics('test').scrape();
  return new Map(
    [...ours, ...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
}

describe('the monitoring of a stack', () => {
  it('queries only metrics that services have', async () => {
    const known = await knownMetrics();
    const unknown = queries.flatMap(([where, query]) =>
      namesIn(query)
        .filter((name) => !known.has(metricOf(name, known)))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
    expect(queries.flatMap(([, query]) => namesIn(query)).length).toBeGreaterThan(50);
  });

  it('shows every metric of Carillon on a dashboard', async () => {
    const known = await knownMetrics();
    const shown = new Set(
      queries.flatMap(([, query]) => namesIn(query)).map((name) => metricOf(name, known)),
    );
    const ours = [...known.keys()].filter((name) => name.startsWith('carillon_'));
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  });

  it.each(rules)('documents a response to $alert', ({ alert, annotations }) => {
    const [page = '', anchor = ''] = annotations.runbook.split('#');
    const text = readFileSync(join(root, page), 'utf8');
    const line = text.split('\n').find((each) => each.includes(`<a id="${anchor}"></a>`));
    expect(line).toContain(alert);
  });

  it('has a unique name for each alert', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('scrapes every service except the sandbox', () => {
    const { scrape_configs: jobs } = parse(read('prometheus.yml')) as {
      scrape_configs: { dns_sd_configs?: { names: string[] }[] }[];
    };
    const names = jobs.flatMap(({ dns_sd_configs: found = [] }) => found.flatMap((each) => each.names));
    const services = stackServices.map(({ name }) => name).filter((name) => name !== 'sandbox');
    expect(names.sort()).toEqual(services.sort());
  });
});

describe('the containers of the monitoring', () => {
  const { services } = parse(read('compose.yml'), { merge: true }) as {
    services: Record<
      string,
      { profiles: string[]; ports: string[]; volumes: string[]; image: string; networks: string[] }
    >;
  };

  it.each(Object.entries(services))('of %s start with their profile, on this machine only', (_, service) => {
    expect(service.profiles).toEqual(['observability']);
    for (const port of service.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(service.image).toMatch(/:v?\d+\.\d+\.\d+\}$/);
  });

  it.each(Object.entries(services))('of %s have minimal rights and resource limits', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String) as string,
      logging: { options: { 'max-size': expect.any(String) as string } },
    });
  });

  it('reach the admin ports of the services only if they read them', () => {
    const { prometheus, grafana } = services;
    expect([prometheus?.networks, grafana?.networks]).toEqual([['inside', 'outside'], ['outside']]);
  });

  it.each(Object.entries(services))('of %s mount files that exist', (_, { volumes }) => {
    const files = volumes.flatMap((volume) => (volume.startsWith('./') ? [volume.split(':')[0] ?? ''] : []));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
