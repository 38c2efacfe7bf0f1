import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sdk = join(__dirname, '..');
const modules = join(sdk, '../../node_modules');

/** Packs the package, as `npm pack` does, into a new folder that has nothing else but what the package needs. */
export function packed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-sdk-'));
  const inside = join(folder, 'node_modules', '@carillon', 'sdk');
  mkdirSync(inside, { recursive: true });
  ran(sdk, 'npm', 'pack', '--silent', '--pack-destination', folder);
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  ran(folder, 'tar', '-xzf', file, '-C', inside, '--strip-components=1');
  const { dependencies } = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) link(folder, name);
  return folder;
}

/** Has a package of this checkout in a folder. */
export function link(folder: string, name: string): void {
  mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true });
  symlinkSync(join(modules, name), join(folder, 'node_modules', name));
}

/** Runs a program in a folder, and returns what it prints. */
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
