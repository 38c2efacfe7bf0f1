import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Environment {
  AMQP_URL?: string | undefined;
}

/** Where the broker is: as the environment says, else of the stack that runs in this folder; null: neither. */
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
