import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, parse, parseDocument } from 'yaml';
import { describeWith } from '../../../dev/testing/src/fetched-programs';
import { version } from '../../../package.json';
import { apps, variablesOf } from './apps';
import { chart, render } from './render';

const read = (...path: string[]): string => readFileSync(join(chart, ...path), 'utf8');

/**
 * The paths of the values that no comment above them describes. The values of an app are described at the beginning
 * of `apps`, and a map on one line has one comment for all its keys.
 */
function unexplained(node: unknown, path: readonly string[] = []): string[] {
  if (!isMap(node) || node.flow === true || (path[0] === 'apps' && path.length > 1)) return [];
  return node.items.flatMap(({ key, value }, index) => {
    if (!isScalar(key)) throw new Error(`A key of ${path.join('.')} is not plain`);
    const here = [...path, String(key.value)];
    // The comment above the first key of a map describes the map.
    const comment = key.commentBefore ?? (index === 0 ? node.commentBefore : undefined);
    return [...(comment ? [] : [here.join('.')]), ...unexplained(value, here)];
  });
}

describe('the values of the chart', () => {
  it('all have a description', () => {
    expect(unexplained(parseDocument(read('values.yaml')).contents)).toEqual([]);
    expect(unexplained(parseDocument('a: 1 # not above\nb:\n  # above\n  c: 1\n  d: 2').contents)).toEqual([
      'a',
      'b',
      'b.d',
    ]);
  });

  it('contain each app', () => {
    expect(Object.keys((parse(read('values.yaml')) as { apps: object }).apps).sort()).toEqual(apps);
  });

  it('match the release in package.json', () => {
    expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });
});

describe('the manual of the chart', () => {
  it('lists each secret and its readers', () => {
    const rows = read('README.md').matchAll(/^\| `([A-Z0-9_]+)` +\|/gm);
    const secrets = new Set(
      apps.flatMap((app) => [...variablesOf(app)].flatMap(([name, isSecret]) => (isSecret ? [name] : []))),
    );
    expect([...rows].map(([, name]) => name).sort()).toEqual([...secrets].sort());
  });
});

describeWith('helm', 'an invalid value', () => {
  const refusal = (...options: string[]): Promise<string> =>
    render('default', ...options).then(
      () => 'it was taken',
      (error: unknown) => String(error),
    );

  it.each([
    ['an unknown name', ['--set', 'gateway.replicas=3'], 'gateway'],
    ['an image for each app', ['--set', 'apps.gateway.image.repository=own/gateway'], 'repository'],
    ['an unknown app', ['--set', 'apps.sandbox.enabled=true'], 'sandbox'],
    ['no public URL', ['--set', 'publicUrl='], 'publicUrl is not set'],
    ['a public URL with a trailing slash', ['--set', 'publicUrl=https://a.example/'], 'publicUrl'],
    ['a number as a variable', ['--set', 'env.LEDGER_DAYS=90'], 'LEDGER_DAYS'],
    ['a grace period shorter than a shutdown', ['--set', 'apps.sms-worker.stopSeconds=20'], 'stopSeconds'],
    ['a route without a Gateway', ['--set', 'gatewayApi.enabled=true'], 'parentRefs'],
    ['KEDA without the address of Prometheus', ['--set', 'keda.enabled=true'], 'serverAddress'],
    [
      'an Ingress for a path',
      ['--set', 'publicUrl=https://a.example/b,ingress.enabled=true'],
      'publicUrl has a path',
    ],
  ])('is refused: %s', async (_, options, reason) => {
    expect(await refusal(...options)).toContain(reason);
  });
});
