import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from './messages';

/** A JSON schema, limited to the keywords that the messages use. */
interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  patternProperties?: Record<string, Schema>;
}

interface Definition {
  kind: string;
  owner?: string;
  queues?: string[];
  queue?: string;
  payload: Schema;
  reply?: Schema;
}

/** The messages of the last release, recorded when the release was made; empty before the first release. */
const RELEASED = 'released-messages.json';
const released = JSON.parse(readFileSync(join(__dirname, '../test', RELEASED), 'utf8')) as Record<
  string,
  Definition
>;
const current = JSON.parse(JSON.stringify(messages)) as Record<string, Definition>;

/**
 * Incompatibilities between a process of the last release and one of this one, in either direction, because both run
 * during an upgrade. Only optional properties can be added, and providers of senders: a process of the last release
 * refuses senders of a new provider, and docs/operate/upgrade.md says to add them after the upgrade.
 */
function differences(before: Schema, after: Schema, path = ''): string[] {
  if (before.anyOf ?? after.anyOf) {
    const [a, b] = [membersOf(before), membersOf(after)];
    if (path.endsWith('/provider')) return a.every(isIn(b)) ? [] : [`${path}: lacks alternatives`];
    if (a.length !== b.length) return [`${path || '/'}: other alternatives`];
    return a.flatMap((member, index) => differences(member, b[index] ?? {}, path));
  }
  if (before.type !== after.type || before.const !== after.const)
    return [`${path || '/'}: ${nameOf(after)} instead of ${nameOf(before)}`];
  return [
    ...(before.items && after.items ? differences(before.items, after.items, `${path}/*`) : []),
    ...inProperties(before, after, path),
  ];
}

function isIn(members: readonly Schema[]): (member: Schema) => boolean {
  return (member) => members.some((each) => differences(member, each).length === 0);
}

function membersOf(schema: Schema): Schema[] {
  const members = schema.anyOf ?? [schema];
  return [...members].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

function inProperties(before: Schema, after: Schema, path: string): string[] {
  const [a, b] = [before.properties ?? {}, after.properties ?? {}];
  const [neededBefore, neededAfter] = [new Set(before.required), new Set(after.required)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const at = `${path}/${name}`;
    const [old, now] = [a[name], b[name]];
    if (neededBefore.has(name) !== neededAfter.has(name))
      return [neededAfter.has(name) ? `${at}: required now` : `${at}: required before`];
    return old && now ? differences(old, now, at) : [];
  });
}

function nameOf({ type, const: value }: Schema): string {
  return value === undefined ? String(type) : JSON.stringify(value);
}

describe('a message of the previous release', () => {
  if (Object.keys(released).length === 0) {
    it.skip('skipped: no release yet', () => undefined);
    return;
  }

  it.each(Object.keys(released))('%s is compatible with this release in both directions', (name) => {
    const [before, after] = [released[name], current[name]];
    expect(after).toBeDefined();
    if (!before || !after) return;
    expect([after.kind, after.owner]).toEqual([before.kind, before.owner]);
    // Callers of the last release send to the same queue, regardless of the releases of the service that are running.
    expect(after.queue).toBe(before.queue);
    expect(after.queues ?? []).toEqual(expect.arrayContaining(before.queues ?? []));
    expect(differences(before.payload, after.payload)).toEqual([]);
    if (before.reply) expect(differences(before.reply, after.reply ?? {})).toEqual([]);
  });
});

describe('the comparison', () => {
  const text = { type: 'string' };
  const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
    type: 'object',
    properties,
    required,
  });

  it.each<[string, Schema, Schema, string[]]>([
    ['allows an optional property', object({ a: text }), object({ a: text, b: text }, ['a']), []],
    ['refuses a new required one', object({ a: text }), object({ a: text, b: text }), ['/b: required now']],
    ['refuses a removed one', object({ a: text }), object({}), ['/a: required before']],
    [
      'refuses another type',
      object({ a: text }),
      object({ a: { type: 'number' } }),
      ['/a: number instead of string'],
    ],
    [
      'refuses another alternative',
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      { anyOf: [{ const: 'a' }, { const: 'b' }, { const: 'c' }] },
      ['/: other alternatives'],
    ],
    [
      'allows another provider',
      object({ provider: { anyOf: [{ const: 'a' }, { const: 'b' }] } }),
      object({ provider: { anyOf: [{ const: 'a' }, { const: 'b' }, { const: 'c' }] } }),
      [],
    ],
    [
      'refuses a removed provider',
      object({ provider: { anyOf: [{ const: 'a' }, { const: 'b' }] } }),
      object({ provider: { anyOf: [{ const: 'a' }, { const: 'c' }, { const: 'd' }] } }),
      ['/provider: lacks alternatives'],
    ],
    [
      'compares lists and objects',
      object({ list: { type: 'array', items: object({ a: text }) } }),
      object({ list: { type: 'array', items: object({ a: text, b: text }) } }),
      ['/list/*/b: required now'],
    ],
  ])('%s', (_, before, after, found) => {
    expect(differences(before, after)).toEqual(found);
  });
});
