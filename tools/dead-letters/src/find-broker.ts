import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, secretText } from '@carillon/platform';

/**
 * Returns the broker's URL from AMQP_URL, from AMQP_URL_FILE, or of the stack that runs in this folder. Returns null
 * if none of these exists.
 */
export async function findBroker(environment: Environment, folder: string): Promise<string | null> {
  const given = secretText('AMQP_URL', environment);
  if (given !== undefined) return given;
  try {
    const stack = JSON.parse(await readFile(join(folder, '.carillon', 'stack.json'), 'utf8')) as {
      amqpUrl?: unknown;
    };
    return typeof stack.amqpUrl === 'string' ? stack.amqpUrl : null;
  } catch {
    return null;
  }
}
