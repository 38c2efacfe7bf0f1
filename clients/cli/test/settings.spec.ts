import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carillon, page, problem } from './carillon';

let folder: string;
const nothing = { CARILLON_URL: '', CARILLON_API_KEY: '', CARILLON_OPERATOR_KEY: '' };
const local = { gatewayUrl: 'http://127.0.0.1:8080', apiKey: 'car_live_local', operatorKey: 'car_op_local' };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the address that the command requested, and the key that it used. */
async function outcomeOf(command: string, env: Record<string, string> = {}, cwd = folder) {
  const outcome = await carillon(command.split(' '), {
    env: { ...nothing, ...env },
    cwd,
    home: folder,
    answers: [],
  });
  return { ...outcome, key: outcome.requests[0]?.headers.get('authorization')?.replace('Bearer ', '') };
}

function runStack(stack: object = local): string {
  const inside = join(folder, 'project', 'some', 'folder');
  mkdirSync(inside, { recursive: true });
  mkdirSync(join(folder, 'project', '.carillon'), { recursive: true });
  writeFileSync(join(folder, 'project', '.carillon', 'stack.json'), JSON.stringify(stack));
  return inside;
}

const logIn = (url: string, key: string, answers = [{}] as object[]) =>
  carillon(['login', '--url', url], { env: nothing, home: folder, piped: `${key}\n`, answers });

describe('the address and the key', () => {
  it('come from the stack that runs in this folder or one above', async () => {
    expect(await outcomeOf('account', {}, runStack())).toMatchObject({ code: 0, key: 'car_live_local' });
    expect((await outcomeOf('users show x', {}, runStack())).key).toBe('car_op_local');
  });

  it('do not come from a stack on another machine, because a file in a folder may belong to anyone', async () => {
    const inside = runStack({ ...local, gatewayUrl: 'http://evil.example' });
    expect(await outcomeOf('account', { CARILLON_API_KEY: 'car_live_mine' }, inside)).toMatchObject({
      code: 2,
      requests: [],
    });
  });

  it('come from the environment first', async () => {
    expect((await outcomeOf('account', { CARILLON_API_KEY: 'car_live_mine' }, runStack())).key).toBe(
      'car_live_mine',
    );
  });

  it('never send a saved key to another address', async () => {
    await logIn('https://a.example', 'car_live_a');
    for (const command of [
      'account --url https://b.example',
      'account --url https://a.example.evil.example',
    ]) {
      expect(await outcomeOf(command, {}, runStack())).toMatchObject({ code: 2, requests: [] });
    }
  });

  it('include a key from a file', async () => {
    const file = join(folder, 'key');
    writeFileSync(file, 'car_live_file\n');
    expect((await outcomeOf(`account --url https://a.example/api/v1/ --key-file ${file}`)).key).toBe(
      'car_live_file',
    );
    writeFileSync(file, 'one\ntwo');
    expect((await outcomeOf(`account --url https://a.example --key-file ${file}`)).code).toBe(2);
  });

  it('are not guessed', async () => {
    expect((await outcomeOf('account')).stderr).toContain('No URL');
    expect((await outcomeOf('account --url https://a.example')).stderr).toContain(
      'This command requires an API key',
    );
    expect((await outcomeOf('users list --url https://a.example')).stderr).toContain(
      'requires an operator key',
    );
  });
});

describe('logging in', () => {
  it('saves a key that the API accepts, for its owner only', async () => {
    const { code, requests: requests } = await logIn('https://a.example/', 'car_live_a');
    expect([code, requests[0]?.request]).toEqual([0, 'GET /account']);
    expect(await outcomeOf('account')).toMatchObject({ code: 0, key: 'car_live_a' });
    const file = join(folder, '.config', 'carillon', 'config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('"current": "https://a.example"');
  });

  it('saves keys of both kinds, for any number of addresses', async () => {
    await logIn('https://a.example', 'car_live_a');
    const operator = await logIn('https://a.example', 'car_op_a', [page([])]);
    expect(operator.requests[0]?.request).toBe('GET /operator/users?limit=1');
    await logIn('https://b.example', 'car_live_b');
    expect((await outcomeOf('account')).key).toBe('car_live_b');
    expect((await outcomeOf('account --url https://a.example')).key).toBe('car_live_a');
    expect((await outcomeOf('users show x --url https://a.example')).key).toBe('car_op_a');
  });

  it('saves no key that the API refuses', async () => {
    expect((await logIn('https://a.example', 'car_live_a', [problem(401, 'invalid_api_key')])).code).toBe(1);
    expect((await outcomeOf('account')).code).toBe(2);
  });

  it('ends by logging out', async () => {
    await logIn('https://a.example', 'car_live_a');
    await logIn('https://b.example', 'car_live_b');
    expect((await outcomeOf('logout')).code).toBe(0);
    expect((await outcomeOf('account')).key).toBe('car_live_a');
    expect((await outcomeOf('account --url https://b.example')).code).toBe(2);
  });

  it('warns of an unencrypted connection', async () => {
    expect((await logIn('http://a.example', 'car_live_a')).stderr).toContain('not encrypted');
    expect((await logIn('http://127.0.0.1:80', 'car_live_a')).stderr).not.toContain('not encrypted');
  });
});
