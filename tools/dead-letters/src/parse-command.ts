import { parseArgs } from 'node:util';
import type { QueueName } from '@carillon/contracts';
import { type Selection, queuesWithDead } from '@carillon/messaging';

export type DeadCommand =
  | { action: 'list'; json: boolean }
  | { action: 'show'; queue: QueueName; limit: number; json: boolean }
  | { action: 'replay' | 'drop'; queue: QueueName; selection: Selection; confirmed: boolean; json: boolean };

/** The arguments are invalid. The message names the valid arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `Messages that could not be handled.

  npm run dead-letters -- list                                count dead messages by queue
  npm run dead-letters -- show <queue> [--limit n]            show them, and why they died (20)
  npm run dead-letters -- replay <queue> [--limit n | --id x] handle them again, as new
  npm run dead-letters -- drop <queue> [--limit n | --id x]   delete them; asks first, unless --yes

  --json   print JSON, for scripts
  Queues:  ${queuesWithDead.join(', ')}
  Broker:  AMQP_URL or AMQP_URL_FILE, else the stack that runs here (.carillon/stack.json)
`;

const SHOWN = 20;

const options = {
  limit: { type: 'string' },
  id: { type: 'string' },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** @throws UsageError */
export function parseCommand(args: string[]): DeadCommand {
  const { values, positionals } = read(args);
  const { json, yes: confirmed } = values;
  const [action, queue, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Too many arguments: ${more.join(' ')}`);
  if (action === 'list') {
    if (queue !== undefined) throw new UsageError('The command list has no queue argument');
    return { action, json };
  }
  const limit = values.limit === undefined ? undefined : count(values.limit);
  if (action === 'show') return { action, queue: known(queue), limit: limit ?? SHOWN, json };
  if (action !== 'replay' && action !== 'drop') throw new UsageError(`Unknown command: ${action ?? 'none'}`);
  if (limit !== undefined && values.id !== undefined) throw new UsageError('Use either --limit or --id');
  const selection = values.id === undefined ? { limit: limit ?? Infinity } : { id: values.id };
  return { action, queue: known(queue), selection, confirmed, json };
}

function read(args: string[]) {
  try {
    return parseArgs({ args: args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Accepts the name of a dead queue in place of the name of the queue that its messages died in. */
function known(name: string | undefined): QueueName {
  const found = queuesWithDead.find((queue) => name === queue || name === `${queue}.dead`);
  if (!found) throw new UsageError(name === undefined ? 'The queue is missing' : `Unknown queue ${name}`);
  return found;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--limit must be an integer above 0, not ${text}`);
  return Number(text);
}
