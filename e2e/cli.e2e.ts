import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { lists, single } from '../clients/cli/test/commands';
import { newGroup, newUser, subscribe, unique } from '../dev/driver/arrange';
import { type Json, data, list, text, until } from '../dev/driver/api';
import { carillon, paste, start } from '../dev/driver/command';
import { Description } from '../dev/driver/description';
import { inboxOf } from '../dev/driver/inbox';
import { stack } from '@carillon/stack';

jest.setTimeout(90_000);

let description: Description | undefined;

/** The lines of the README from the line that begins with this text to the end of its block. */
function linesOfReadme(beginning: string): string {
  const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
  const block = readme.split('```sh\n').find((lines) => lines.startsWith(beginning));
  if (!block) throw new Error(`The README has no lines that begin with ${beginning}`);
  return block.split('```')[0] ?? '';
}

const json = (printed: string): Json => JSON.parse(printed) as Json;

describe('the commands in the README', () => {
  it('create a group, add members, and send to everybody in it', async () => {
    const { code, stdout, stderr } = await paste(linesOfReadme('npx carillon groups create'));
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('created     2\n');
    expect(stdout).toMatch(/^CHANNEL +(SENT|DELIVERED)/m);
    const [mail] = await inboxOf('mary@example.com');
    expect(mail).toMatchObject({ subject: 'Hello Mary' });
    const [sms] = await until('the SMS', 60, async () => {
      const messages = await inboxOf('+4791234567');
      return messages.length > 0 ? messages : null;
    });
    expect(sms?.text).toBe('Hello Ben, the bells are ringing.');
  });
});

describe('a request of the command line', () => {
  it.each([...single, ...lists.map(([line, request]) => [line, request, ''] as const)])(
    'matches the API description: %s',
    async (_line, request, body) => {
      description ??= await Description.read();
      expect(description.misfit(request, body)).toBeNull();
    },
  );

  it('is reported if it does not match', async () => {
    description ??= await Description.read();
    expect(description.misfit('POST /groups', { name: 'x', slugg: 'y' })).toContain('slugg');
    expect(description.misfit('GET /groups?limit=0', '')).toContain('limit');
    expect(description.misfit('GET /groups?all=1', '')).toContain('additional');
    expect(description.misfit('PUT /groups', '')).toBe('no such operation');
  });
});

describe('carillon', () => {
  it('prints API data for scripts, including whole lists', async () => {
    const user = await newUser();
    const env = { CARILLON_API_KEY: user.key };
    const created = await carillon(['groups', 'create', 'Łódź 山', '--json'], { env });
    const group = json(created.stdout);
    expect(group).toMatchObject({ name: 'Łódź 山', slug: 'lodz', user: user.id });
    const { stdout } = await carillon(['groups', 'list', '--json'], { env });
    const answered = await data('GET', '/groups?include=counts', undefined, user.key);
    expect(JSON.parse(stdout)).toEqual(list(answered, 'groups'));
    expect((await carillon(['groups', 'list', '--quiet'], { env })).stdout).toBe(`${text(group, '_id')}\n`);
  });

  it('sets up an account and sends a campaign, as operator and as user', async () => {
    const made = json(
      (await carillon(['users', 'create', unique('Ann'), '--plan', 'upgraded', '--json'])).stdout,
    );
    const key = json(
      (await carillon(['keys', 'create', 'first', '--user', text(made, '_id'), '--json'])).stdout,
    );
    const env = { CARILLON_API_KEY: text(key, 'key') };
    expect(json((await carillon(['account', '--json'], { env })).stdout)).toMatchObject({ plan: 'UPGRADED' });
    await carillon(['groups', 'create', 'Friends'], { env });
    const address = `${unique('cli')}@example.com`;
    expect((await carillon(['subscribers', 'add', 'friends', 'email', address], { env })).code).toBe(0);
    const draft = ['campaigns', 'create', 'Hi', '--group', 'friends', '--email-file', '-', '-q'];
    const { stdout: id } = await carillon(draft, { env, piped: '<p>Piped in</p>\n' });
    const watched = await carillon(['campaigns', 'publish', id.trim(), '--watch', '--json'], { env });
    expect(watched.code).toBe(0);
    const reports = watched.stdout.trim().split('\n').map(json);
    expect(reports.at(-1)).toMatchObject({ status: 'SENT', states: { SENT: 1 } });
    const [mail] = await inboxOf(address);
    expect(mail?.html).toContain('Piped in');
  });

  it('exports and imports a group as a file, and lists the rejected lines', async () => {
    const user = await newUser();
    const env = { CARILLON_API_KEY: user.key };
    const [from, to] = [await newGroup(user), await newGroup(user)];
    const people = '{"integration":"email","identifier":"Ann@Example.com","extraData":{"n":[1]}}\nnonsense\n';
    const taken = await carillon(['groups', 'import', from.slug, '-', '--format', 'ndjson', '--json'], {
      env,
      piped: people,
    });
    expect(taken.code).toBe(4);
    expect(json(taken.stdout)).toMatchObject({ state: 'DONE', lines: 2, created: 1, rejected: 1 });
    const { stdout: exported } = await carillon(['groups', 'export', from.slug, '--format', 'ndjson'], {
      env,
    });
    expect(json(exported)).toMatchObject({ identifier: 'ann@example.com', extraData: { n: [1] } });
    const again = ['groups', 'import', to.slug, '-', '--format', 'ndjson'];
    expect((await carillon(again, { env, piped: exported })).code).toBe(0);
    const gone = ['groups', 'remove-members', to.slug, '-', '--format', 'ndjson', '--yes', '--json'];
    expect(json((await carillon(gone, { env, piped: exported })).stdout)).toMatchObject({ removed: 1 });
  });

  it('exits with 4 if a recipient was not reached', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    await subscribe(user, group, `bounce+${unique('x')}@example.com`);
    const args = [
      'campaigns',
      'create',
      'Hi',
      '--group',
      group.slug,
      '--email',
      '<p>Hi</p>',
      '--start',
      '--watch',
    ];
    const { code, stdout, stderr } = await carillon(args, { env: { CARILLON_API_KEY: user.key } });
    expect(code).toBe(4);
    expect(stdout).toContain('NO_SUCH_ADDRESS');
    expect(stderr).toContain('See FAILED');
  });

  it.each([
    ['a wrong key', ['account'], { CARILLON_API_KEY: 'car_live_wrong' }, 1, 'invalid_api_key'],
    ["a user's key for an operator command", ['users', 'list'], 'user', 1, 'operator_key_required'],
    ['a missing campaign', ['campaigns', 'show', '6560f0a1b2c3d4e5f6a7b8c9'], {}, 1, 'campaign_not_found'],
    [
      'an unreachable gateway',
      ['account', '--url', 'http://127.0.0.1:1023'],
      { CARILLON_API_KEY: 'x' },
      3,
      'unreachable',
    ],
  ] as const)('reports %s with an exit code and a reason', async (_case, args, given, expected, why) => {
    const env = given === 'user' ? { CARILLON_OPERATOR_KEY: stack().apiKey } : given;
    const { code, stdout, stderr } = await carillon(args, { env });
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(why);
  });

  it('ends without an error when the reader closes the pipe', async () => {
    const child = start(['groups', 'list']);
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([
      textOf(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('does not affect a campaign when it is interrupted', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    await subscribe(user, group, `${unique('later')}@example.com`);
    const env = { CARILLON_API_KEY: user.key };
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const args = ['campaigns', 'create', 'Later', '--group', group.slug, '--email', '<p>Hi</p>'];
    const child = start([...args, '--start', '--at', at, '--watch'], env);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await until('the first report', 60, () => Promise.resolve(stderr.includes('SCHEDULED')));
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(130);
    expect(stderr).toContain('The campaign continues');
    const campaigns = json(
      (await carillon(['campaigns', 'list', '--json'], { env })).stdout,
    ) as unknown as Json[];
    expect(campaigns).toMatchObject([{ status: 'SCHEDULED' }]);
  });
});
