import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Environment, LocalServer } from '../local-server';
import { shortened } from '../processes/end-of-log';
import { runCommand } from '../processes/run-command';
import type { Witness } from '../processes/witness';

const SHORT_MS = 15_000;
const STOP_MS = 15_000;

export interface ContainerOptions {
  image: string;
  name: string;
  /** Loopback port here → port inside. */
  ports: Readonly<Record<number, number>>;
  /** Where the volume that has the container's name is mounted. */
  dataPath: string;
  hostname: string;
  arguments: readonly string[];
  environment: Environment;
  witness?: Witness | undefined;
}

/** The name of the container, and of its volume, that belongs to a directory: the same one again after a restart. */
export function containerName(directory: string): string {
  const hash = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 12);
  return `carillon-${basename(directory)}-${hash}`;
}

/** Runs a container in place of any leftover of the same name. Rejects with what Docker says. */
export async function startContainer(options: ContainerOptions): Promise<LocalServer> {
  const { name, environment, witness } = options;
  await removeContainer(name, environment);
  witness?.started({ container: name });
  const published = Object.entries(options.ports).flatMap(([here, inside]) => [
    '-p',
    `127.0.0.1:${here}:${inside}`,
  ]);
  const run = await runCommand(
    'docker',
    ['run', '-d', '--name', name, '--hostname', options.hostname, ...published]
      .concat('-v', `${name}:${options.dataPath}`, options.image)
      .concat(options.arguments),
    { environment, timeoutMs: 60_000 },
  );
  if (!run.ok) throw new Error(run.failure);
  return new Container(options);
}

class Container implements LocalServer {
  readonly origin: string;
  readonly exited: Promise<string>;

  constructor(private readonly options: ContainerOptions) {
    this.origin = `Docker (${options.image})`;
    const { name, environment } = options;
    // A wait of days is what it is for: the longest time a timer can have.
    this.exited = runCommand('docker', ['wait', name], { environment, timeoutMs: 2 ** 31 - 1 }).then(
      ({ output, failure }) => failure || `exit code ${output.trim()}`,
    );
  }

  async stop(graceMs = STOP_MS): Promise<void> {
    const { name, environment } = this.options;
    const stop = ['stop', '-t', String(Math.ceil(graceMs / 1000)), name];
    await runCommand('docker', stop, { environment, timeoutMs: graceMs + SHORT_MS });
    await this.kill();
  }

  async kill(): Promise<void> {
    const { name, environment, witness } = this.options;
    await removeContainer(name, environment);
    witness?.ended({ container: name });
  }
}

/** Ends and removes a container; the named volume with its data stays. One that does not exist is no error. */
export async function removeContainer(name: string, environment: Environment): Promise<void> {
  await runCommand('docker', ['rm', '-f', '-v', name], { environment, timeoutMs: SHORT_MS });
}

/** Removes the data of a container that is gone. */
export async function removeVolume(name: string, environment: Environment): Promise<void> {
  await runCommand('docker', ['volume', 'rm', '-f', name], { environment, timeoutMs: SHORT_MS });
}

/** The end of what the container said, for a message about why it does not answer. */
export async function containerLog(name: string, environment: Environment): Promise<string> {
  const { output } = await runCommand('docker', ['logs', '--tail', '12', name], {
    environment,
    timeoutMs: SHORT_MS,
  });
  return shortened(output);
}
