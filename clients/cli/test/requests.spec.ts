import { carillon, page } from './carillon';
import { lists, single, split } from './commands';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';
const OTHER = '6560f0a1b2c3d4e5f6a7b8c8';
const friends = { _id: OTHER, slug: 'friends' };

describe('requests to the API', () => {
  it.each(single)('carillon %s', async (line, request, body) => {
    // If the command names a group, the client looks it up first.
    const group = { _id: ID, slug: 'x' };
    const answers = [group, { key: 'car_live_new', state: 'SENT' }].slice(
      /^(groups r|subscribers (add|rem)|campaigns (create|draft --group))/.test(line) ? 0 : 1,
    );
    const { requests, code, stderr } = await carillon(split(line), { answers });
    expect(requests.at(-1)?.request).toBe(request);
    expect(requests.at(-1)?.body).toEqual(body);
    expect([code, stderr]).toEqual([0, '']);
  });

  it.each(lists)('carillon %s requests a list', async (line, request) => {
    const { requests } = await carillon(split(line), { answers: [page([])] });
    expect(requests.map((each) => each.request)).toEqual([request]);
  });

  it('accept groups by their slugs', async () => {
    const command = split("subscribers add friends email a@example.com --data 'name=A=B'");
    const { requests } = await carillon(command, {
      answers: [page([{ _id: ID, slug: 'a' }, friends])],
    });
    expect(requests[1]).toMatchObject({
      request: 'POST /subscribers',
      body: {
        integration: 'EMAIL',
        identifier: 'a@example.com',
        groupSlug: 'friends',
        extraData: { name: 'A=B' },
      },
    });
  });

  it('list the people of a group', async () => {
    const person = { _id: ID, email: ['mary@example.com'], attributes: { name: 'Mary' } };
    const { requests, stdout } = await carillon(['groups', 'people', 'friends', '--search', 'mary'], {
      answers: [page([friends]), page([{ person, memberships: [] }])],
    });
    expect(requests[1]?.request).toBe(`GET /groups/${friends._id}/people?search=mary&limit=1000`);
    expect(stdout).toContain('mary@example.com');
    expect(stdout).toContain(ID);
  });

  it.each([
    [`campaigns edit ${ID}`, `/campaigns/${ID}`],
    [`templates update ${ID}`, `/templates/${ID}`],
  ])('carillon %s --layout puts the blocks of the email in a layout', async (command, path) => {
    const blocks = [{ type: 'divider' }];
    const emailDesign = { blocks, layout: { id: ID, version: 1, name: 'Frame', blocks: [] } };
    const sent = async (layout: string) => {
      const { requests } = await carillon(split(`${command} --layout ${layout}`), {
        answers: [{ emailDesign }],
      });
      expect(requests.map(({ request }) => request)).toEqual([`GET ${path}`, `PATCH ${path}`]);
      return requests[1]?.body;
    };
    expect(await sent(OTHER)).toEqual({ emailDesign: { blocks, layout: { id: OTHER } } });
    expect(await sent('none')).toEqual({ emailDesign: { blocks } });
  });

  it('put the blocks of a file or of a translation in a layout', async () => {
    const blocks = [{ type: 'divider' }];
    const framed = { emailDesign: { blocks, layout: { id: OTHER } } };
    const read = split(`campaigns draft --design-file - --layout ${OTHER}`);
    const { requests } = await carillon(read, { piped: JSON.stringify({ blocks }) });
    expect(requests[0]).toMatchObject({ request: 'POST /campaigns/drafts', body: framed });
    const translated = await carillon(split(`campaigns translate ${ID} de --layout ${OTHER}`), {
      answers: [{ translations: { de: { emailDesign: { blocks } } } }],
    });
    expect(translated.requests[1]?.body).toEqual({ translations: { de: framed } });
    const written = await carillon(split(`campaigns edit ${ID} --layout ${OTHER}`), {
      answers: [{ emailDesign: null }],
    });
    expect(written).toMatchObject({ code: 2, stderr: expect.stringContaining('--design-file') as string });
  });

  it('are not sent for an unknown group', async () => {
    const outcome = await carillon(['groups', 'remove', 'friends', '-y'], { answers: [page([])] });
    expect(outcome).toMatchObject({ code: 1, stderr: 'carillon: No group has the slug friends\n' });
    expect(outcome.requests).toHaveLength(1);
  });

  it('have encoded paths', async () => {
    const { requests } = await carillon(['campaigns', 'show', '../account?x=1']);
    expect(requests[0]?.request).toBe('GET /campaigns/..%2Faccount%3Fx%3D1');
  });

  it('read all pages of a list', async () => {
    const { requests, stdout } = await carillon(['keys', 'list', '--quiet'], {
      answers: [page([{ _id: 'a' }, { _id: 'b' }], 'next/1'), page([{ _id: 'c' }])],
    });
    expect(requests[1]?.request).toBe('GET /api-keys?limit=1000&cursor=next%2F1');
    expect(stdout).toBe('a\nb\nc\n');
  });

  it('stop at the limit', async () => {
    const { requests, stdout } = await carillon(['keys', 'list', '-q', '--limit', '2'], {
      answers: [page([{ _id: 'a' }, { _id: 'b' }], 'next')],
    });
    expect(requests).toHaveLength(1);
    expect(stdout).toBe('a\nb\n');
  });

  it("use an operator's key for operations of operators, and a user's for the rest", async () => {
    const keyOf = async (command: string) =>
      (await carillon(command.split(' '))).requests[0]?.headers.get('authorization');
    expect(await keyOf('users show x')).toBe('Bearer car_op_test');
    expect(await keyOf('campaigns show x')).toBe('Bearer car_live_test');
  });

  it('remove only after a confirmation, and nothing without a terminal', async () => {
    const { code, requests, stderr } = await carillon(['campaigns', 'remove', ID]);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('Use --yes');
  });
});
