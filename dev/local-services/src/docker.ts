import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Environment, LocalServerOptions } from './local-server';
import { runCommand } from './processes/run-command';

/** Brings up a server in a container of this image, which is there by now. Rejects with what stands in the way. */
export type InContainer<T> = (image: string) => Promise<T>;

const ENGINE_MS = 5_000;
const SHORT_MS = 15_000;
const PULL_FIRST_WORD_MS = 15_000;
const PULL_MS = 150_000;
/** A registry that could not be reached is not asked again for so long. */
const PULL_AGAIN_MS = 60 * 60 * 1000;

/**
 * Brings up the server that docker-compose.yml has under this name, of the same image, where a Docker engine answers.
 * Where one answers and it fails all the same, that is said in one line: somebody might expect it to be used.
 */
export async function inDocker<T>(
  service: 'broker' | 'database',
  options: LocalServerOptions,
  start: InContainer<T>,
): Promise<T> {
  await docker(['version', '--format', '{{.Server.Version}}'], options, ENGINE_MS);
  try {
    const image = await imageOf(service);
    await requireImage(image, options);
    return await start(image);
  } catch (error) {
    options.signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    options.say(`not in Docker: ${reason.split('\n', 1)[0] ?? ''}`);
    throw error;
  }
}

/** Ends and removes a container with what it stored, save in named volumes. One that does not exist is no error. */
export async function removeContainer(name: string, environment: Environment): Promise<void> {
  await runCommand('docker', ['rm', '-f', '-v', name], { environment, timeoutMs: SHORT_MS });
}

/** Runs a short command of Docker's; resolves to what it said, rejects with its last word. */
export async function docker(
  args: readonly string[],
  { environment, signal }: Pick<LocalServerOptions, 'environment' | 'signal'>,
  timeoutMs = SHORT_MS,
): Promise<string> {
  const { ok, output, failure } = await runCommand('docker', args, { environment, timeoutMs, signal });
  if (!ok) throw new Error(failure);
  return output.trim();
}

async function imageOf(service: string): Promise<string> {
  const file = resolve('docker-compose.yml');
  const { services } = parse(await readFile(file, 'utf8')) as {
    services?: Record<string, { image?: string }>;
  };
  const image = services?.[service]?.image;
  if (image === undefined) throw new Error(`${file} names no image for ${service}`);
  return image;
}

/** Pulls the image where it is missing. A registry that does not answer makes Docker wait for minutes: not twice. */
async function requireImage(image: string, options: LocalServerOptions): Promise<void> {
  const { environment, programs, say, signal } = options;
  const have = await runCommand('docker', ['image', 'inspect', image], { environment, timeoutMs: SHORT_MS });
  if (have.ok) return;
  const failed = join(programs, `no-pull-${image.replaceAll(/\W/g, '-')}`);
  const lastFailure = await stat(failed).catch(() => null);
  if (lastFailure && Date.now() - lastFailure.mtimeMs < PULL_AGAIN_MS)
    throw new Error(`there is no image ${image}, and pulling it failed within the last hour`);
  say(`pulling the image ${image}`);
  const pulled = await runCommand('docker', ['pull', image], {
    environment,
    timeoutMs: PULL_MS,
    firstWordMs: PULL_FIRST_WORD_MS,
    signal,
  });
  if (pulled.ok) return;
  signal?.throwIfAborted();
  await mkdir(programs, { recursive: true });
  await writeFile(failed, pulled.output);
  throw new Error(`there is no image ${image}, and it cannot be pulled: ${pulled.failure}`);
}
