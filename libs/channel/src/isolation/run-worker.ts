import { type ConfigDefinition, PlatformModule, runService, startTask } from '@carillon/platform';
import type { WorkerService } from '@carillon/contracts';
import type { Type } from '@nestjs/common';
import type { Provider, ProviderResult } from '../provider';
import { ISOLATED, type IsolatedAnswer, type IsolatedSend, isolateBy } from './isolated-sends';

/** What the isolated process of a worker consists of. */
export interface Isolated {
  /** Exports the provider. */
  module: Type;
  provider: Type<Provider>;
  config: ConfigDefinition;
}

/** The whole of a worker's main.ts: runs the worker, or the process in which it isolates sends. */
export function runWorker(service: WorkerService, worker: Type, isolated: Isolated): Promise<void> {
  const [, file = '', role] = process.argv;
  if (role === ISOLATED) return runIsolated(service, isolated);
  isolateBy(file);
  return runService(service, worker);
}

/** Sends what the worker tells it to, one message at a time, until the worker ends. */
async function runIsolated(service: WorkerService, { module, provider, config }: Isolated): Promise<void> {
  // A signal to the whole group is for the worker, which lets the send finish.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  const task = await startTask(service, [PlatformModule.forTask(service, config), module]);
  const sender: Provider = task.get(provider, { strict: false });
  process.on('message', (send: IsolatedSend) => void sendBy(sender, send).then(answer));
  answer('ready');
}

function answer(text: IsolatedAnswer): void {
  process.send?.(text);
}

async function sendBy(
  provider: Provider,
  { content, integration, recipient, terms }: IsolatedSend,
): Promise<ProviderResult> {
  try {
    const message = provider.compile(content, integration);
    const end = provider.begin(message, 1);
    const result = await provider.send(recipient, message, integration, terms);
    await end();
    return result;
  } catch {
    return { kind: 'unknown', reason: 'WORKER_ERROR', code: null };
  }
}
