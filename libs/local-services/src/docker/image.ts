import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalServerOptions } from '../local-server';
import { runCommand } from '../processes/run-command';

const ENGINE_MS = 5_000;
const PULL_FIRST_WORD_MS = 15_000;
const PULL_MS = 150_000;
/** A registry that could not be reached is not asked again for so long. */
const PULL_AGAIN_MS = 60 * 60 * 1000;

/** Resolves when a Docker engine answers and has the image, pulling it where it can. Rejects with the reason. */
export async function requireImage(image: string, options: LocalServerOptions): Promise<void> {
  const { environment } = options;
  const engine = await runCommand('docker', ['version', '--format', '{{.Server.Version}}'], {
    environment,
    timeoutMs: ENGINE_MS,
  });
  if (!engine.ok) throw new Error(engine.failure);
  const have = await runCommand('docker', ['image', 'inspect', '--format', '{{.Id}}', image], {
    environment,
    timeoutMs: ENGINE_MS,
  });
  if (!have.ok) await pull(image, options);
}

async function pull(
  image: string,
  { environment, programs, say, signal }: LocalServerOptions,
): Promise<void> {
  const failed = join(programs, `no-pull-${image.replaceAll(/\W/g, '-')}`);
  const lastFailure = await stat(failed).catch(() => null);
  if (lastFailure && Date.now() - lastFailure.mtimeMs < PULL_AGAIN_MS) {
    throw new Error(`there is no image ${image}, and pulling it failed within the last hour`);
  }
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
  throw new Error(pulled.failure);
}
