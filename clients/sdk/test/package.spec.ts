import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { examples, link, packed, ran } from './packed';

const root = join(__dirname, '../../..');
const MOST_BYTES = 12 * 1024;
let folder: string;
let leftBehind: readonly string[];

beforeAll(() => {
  ({ folder, leftBehind } = packed());
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Returns the bundle of a module for browsers. */
function bundled(name: string, text: string): string {
  const target = join(folder, `${name}-bundle`);
  ran(root, process.execPath, join(__dirname, 'bundle.mjs'), write(`${name}.mjs`, text), target);
  return readFileSync(join(target, 'main.js'), 'utf8');
}

function checked(name: string, text: string, compilerOptions: object): void {
  const options = {
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    module: 'nodenext',
    target: 'es2022',
    ...compilerOptions,
  };
  const config = JSON.stringify({ compilerOptions: options, files: [write(`${name}.mts`, text)] });
  ran(
    folder,
    process.execPath,
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    write(`${name}.json`, config),
  );
}

describe('the package', () => {
  it('leaves nothing behind when it is packed', () => {
    expect(leftBehind).toEqual([]);
  });

  it('is imported by plain Node', () => {
    const script = `import { Carillon, CarillonError, isFinal } from '@carillon/sdk';
      const carillon = new Carillon({ url: 'http://127.0.0.1:1', retries: 0 });
      const error = await carillon.get('/account').catch((error) => error);
      console.log(error instanceof CarillonError, error.code, isFinal({ status: 'SENT' }));`;
    expect(ran(folder, process.execPath, write('plain.mjs', script))).toBe('true unreachable true\n');
  });

  it('has types for Node that compile the examples of the README', () => {
    link(folder, '@types/node');
    link(folder, 'undici-types');
    checked('examples', examples(), { lib: ['es2024'], types: ['node'], skipLibCheck: true });
  });

  it('has types for browsers that refuse fields unknown to the API', () => {
    const script = `import { Carillon } from '@carillon/sdk';
      const carillon = new Carillon({ url: location.origin });
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      const file = input?.files?.[0] ?? new Blob();
      const job = await carillon.upload('/groups/{groupId}/import', { path: { groupId: '1' }, file });
      const created: number = job.created;
      const page: { items: { slug: string }[]; next: string | null } = await carillon.page('/groups');
      // @ts-expect-error The API has no such path.
      await carillon.get('/grups');
      // @ts-expect-error The API has no such field.
      await carillon.post('/groups', { body: { name: 'x', slugg: 'y' } });
      // @ts-expect-error The path needs an id.
      await carillon.get('/campaigns/{id}');
      // @ts-expect-error The path of a list needs an id, too.
      carillon.list('/campaigns/{id}/deliveries');
      // @ts-expect-error The path does not return a list.
      carillon.list('/account');
      // @ts-expect-error The path accepts no file.
      await carillon.upload('/groups', { file });
      console.log(created, page);`;
    checked('browser', script, { lib: ['es2022', 'dom'], types: [] });
  });

  it('is small in a browser as a whole, and needs no Node modules', () => {
    const text = bundled('all', `export * from '@carillon/sdk';`);
    expect(text).toContain('Last-Event-ID'.toLowerCase());
    expect(text).not.toMatch(/node:|\brequire\(/);
    expect(gzipSync(text).length).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('can be tree-shaken', () => {
    const text = bundled('error', `export { CarillonError } from '@carillon/sdk';`);
    expect(text).toContain('CarillonError');
    expect(text.length).toBeLessThan(2_000);
    expect(bundled('nothing', `import '@carillon/sdk';`)).not.toContain('Carillon');
  });
});
