import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sdk = join(__dirname, '..');
const root = join(sdk, '../..');
const modules = join(root, 'node_modules');

export interface Packed {
  /** A new folder with only the package and its dependencies. */
  readonly folder: string;
  /** The names of files that packing has left in the package's own folder. */
  readonly leftBehind: readonly string[];
}

/** Packs the package as `npm pack` does, in a copy of its folder, so that concurrent tests don't interfere. */
export function packed(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-sdk-'));
  const checkout = mkdtempSync(join(tmpdir(), 'carillon-sdk-build-'));
  const copy = join(checkout, 'clients', 'sdk');
  for (const name of ['README.md', 'package.json', 'src', 'tsconfig.json'])
    cpSync(join(sdk, name), join(copy, name), { recursive: true });
  cpSync(join(root, 'tsconfig.json'), join(checkout, 'tsconfig.json'));
  symlinkSync(modules, join(checkout, 'node_modules'));
  const before = readdirSync(copy);
  ran(copy, 'npm', 'pack', '--silent', '--pack-destination', folder);
  const leftBehind = readdirSync(copy).filter((name) => !before.includes(name));
  rmSync(checkout, { recursive: true });

  const inside = join(folder, 'node_modules', '@carillon', 'sdk');
  mkdirSync(inside, { recursive: true });
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  ran(folder, 'tar', '-xzf', file, '-C', inside, '--strip-components=1');
  const { dependencies } = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) link(folder, name);
  return { folder, leftBehind };
}

/** Links a package of this checkout into a folder. */
export function link(folder: string, name: string): void {
  mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
  symlinkSync(join(modules, name), join(folder, 'node_modules', name));
}

/** Runs a program in a folder, and returns its output. */
export function ran(folder: string, program: string, ...args: string[]): string {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** The TypeScript of the README, as one module. */
export function examples(): string {
  const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
  return Array.from(readme.matchAll(/```ts\n([^]*?)```/g), ([, block]) => block).join('\n');
}
