import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fetchWheels } from '@carillon/local-services';

const VERSION = '4.32.0';
const programs = resolve('.carillon', 'programs');
/** The folder of Schemathesis's findings, which it tries first in the next run. */
const folder = resolve('.carillon', 'schemathesis');
const target = join(programs, `schemathesis-${VERSION}`);

/** Downloads Schemathesis from the Python package index the first time, in the versions of requirements.txt. */
export async function requireSchemathesis(): Promise<void> {
  if (existsSync(target)) return;
  const requirements = readFileSync(join(__dirname, 'requirements.txt'), 'utf8');
  await fetchWheels({ name: 'Schemathesis', requirements }, target, {
    directory: target,
    programs,
    environment: process.env,
    note: () => undefined,
  });
}

/** The output of a run, and its exit code, which is 0 without findings. */
export interface Finding {
  code: number | null;
  output: string;
}

/** Runs Schemathesis with schemathesis.toml against the description at this address. */
export async function runSchemathesis(
  description: string,
  options: readonly string[],
  keys: Readonly<Record<string, string>>,
): Promise<Finding> {
  const config = join(__dirname, 'schemathesis.toml');
  const args = ['-m', 'schemathesis.cli', '--config-file', config, 'run', description, ...options];
  const path = [target, process.env.PYTHONPATH ?? ''].filter((each) => each !== '').join(delimiter);
  mkdirSync(folder, { recursive: true });
  const child = spawn('python3', args, {
    env: {
      ...process.env,
      ...keys,
      PYTHONPATH: path,
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: join(__dirname, 'hooks.py'),
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaints] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: (await output) + (await complaints) };
}
