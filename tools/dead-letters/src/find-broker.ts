import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Environment {
  AMQP_URL?: string | undefined;
}

/**
 * Returns the broker's URL: from the environment, else of the stack that runs in this folder; null if there is neither.
 */
export async function findBroker(environment: Environment, folder: string): Promise<string | null> {
  if (environment.AMQP_URL) return environment.AMQP_URL;
  try {
    const stack = JSON.parse(await readFile(join(folder, '.carillon', 'stack.json'), 'utf8')) as {
      amqpUrl?: unknown;
    };
    return typeof stack.amqpUrl === 'string' ? stack.amqpUrl : null;
  } catch {
    return null;
  }
}
