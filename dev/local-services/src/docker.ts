import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Environment, LocalServerOptions } from './local-server';
import { runCommand } from './processes/run-command';

/**
 * Starts a server in a container from this image, which is present locally. Rejects with the reason for a failure.
 */
export type InContainer<T> = (image: string) => Promise<T>;

const ENGINE_MS = 15_000;
const SHORT_MS = 15_000;
const PULL_FIRST_WORD_MS = 15_000;
const PULL_MS = 150_000;
/** The pause before the next request to an unreachable registry (milliseconds). */
const PULL_AGAIN_MS = 60 * 60 * 1000;

/**
 * Starts the server that docker-compose.yml defines under this name, from the same image, if a Docker engine responds.
 * If an engine responds but the start fails, one line reports it: the user may expect Docker to be used.
 */
export async function inDocker<T>(
  service: 'broker' | 'database',
  options: LocalServerOptions,
  start: InContainer<T>,
): Promise<T> {
  await docker(['version', '--format', '{{.Server.Version}}'], options, ENGINE_MS);
  try {
    const image = await imageOf(service, options.environment);
    await requireImage(image, options);
    return await start(image);
  } catch (error) {
    options.signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    options.note(`not in Docker: ${reason.split('\n', 1)[0] ?? ''}`);
    throw error;
  }
}

/** Stops and removes a container with its data, except named volumes. A missing container is not an error. */
export async function removeContainer(name: string, environment: Environment): Promise<void> {
  await runCommand('docker', ['rm', '-f', '-v', name], { environment, timeoutMs: SHORT_MS });
}

/** Runs a short Docker command. Resolves with its output, or rejects with the last line of the output. */
export async function docker(
  args: readonly string[],
  { environment, signal }: Pick<LocalServerOptions, 'environment' | 'signal'>,
  timeoutMs = SHORT_MS,
): Promise<string> {
  const { ok, output, failure } = await runCommand('docker', args, { environment, timeoutMs, signal });
  if (!ok) throw new Error(failure);
  return output.trim();
}

async function imageOf(service: string, environment: Environment): Promise<string> {
  // The image of the services does not contain this file, because it starts no servers.
  const { parse } = await import('yaml');
  const file = resolve('docker-compose.yml');
  const { services } = parse(await readFile(file, 'utf8')) as {
    services?: Record<string, { image?: string }>;
  };
  const image = services?.[service]?.image;
  if (image === undefined) throw new Error(`${file} names no image for ${service}`);
  // Compose does the same.
  return image.replace(/\$\{(\w+):-(.*)\}/, (_, name: string, usual: string) => {
    const given = environment[name] ?? '';
    return given === '' ? usual : given;
  });
}

/**
 * Pulls the image if it is missing. Docker waits for minutes for a registry that does not respond, so the pull is
 * attempted only once.
 */
async function requireImage(image: string, options: LocalServerOptions): Promise<void> {
  const { environment, programs, note, signal } = options;
  const have = await runCommand('docker', ['image', 'inspect', image], { environment, timeoutMs: SHORT_MS });
  if (have.ok) return;
  const failed = join(programs, `no-pull-${image.replaceAll(/\W/g, '-')}`);
  const lastFailure = await stat(failed).catch(() => null);
  if (lastFailure && Date.now() - lastFailure.mtimeMs < PULL_AGAIN_MS)
    throw new Error(`there is no image ${image}, and pulling it failed within the last hour`);
  note(`pulling the image ${image}`);
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
