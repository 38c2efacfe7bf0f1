import { type ConfigDefinition, PlatformModule, runService, startTask } from '@carillon/platform';
import type { SenderProvider, WorkerService } from '@carillon/contracts';
import type { Type } from '@nestjs/common';
import { type Provider, type ProviderResult, UnusableSender, asDown } from '../provider';
import { Providers } from '../providers';
import { ISOLATED, type IsolatedAnswer, type IsolatedSend, isolateBy } from './isolated-sends';
import { contentFor } from '../translated-messages';

/** The parts of a worker's isolated process. */
export interface Isolated {
  /** Exports the providers. */
  module: Type;
  providers: Readonly<Partial<Record<SenderProvider, Type<Provider>>>>;
  config: ConfigDefinition;
}

/** The entire main.ts of a worker: runs the worker, or the process in which it isolates sends. */
export function runWorker(service: WorkerService, worker: Type, isolated: Isolated): Promise<void> {
  const [, file = '', role] = process.argv;
  if (role === ISOLATED) return runIsolated(service, isolated);
  isolateBy(file);
  return runService(service, worker);
}

/** Sends the messages that it receives from the worker, one at a time, until the worker ends. */
async function runIsolated(service: WorkerService, { module, providers, config }: Isolated): Promise<void> {
  // A signal to the process group is meant for the worker, which lets the send finish.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  const task = await startTask(service, [PlatformModule.forTask(service, config), module]);
  const found = Object.entries(providers).map(([name, type]) => [
    name,
    task.get<Provider>(type, { strict: false }),
  ]);
  const all = new Providers(Object.fromEntries(found) as Partial<Record<SenderProvider, Provider>>);
  const ready = (): void => answer('ready');
  process.on('message', (send: IsolatedSend) => void sendBy(all, send, answer).then(ready));
  ready();
}

function answer(text: IsolatedAnswer): void {
  process.send?.(text);
}

/**
 * Sends one message and responds with its result, before the provider has finished its cleanup. Resolves when that is
 * done, and the next message can be sent.
 */
export async function sendBy(
  providers: Pick<Providers, 'of'>,
  { content, files, sender, recipient, terms }: IsolatedSend,
  respond: (result: ProviderResult) => void,
): Promise<void> {
  let end = (): Promise<void> => Promise.resolve();
  let result: ProviderResult;
  try {
    const provider = providers.of(sender);
    const message = provider.compile(contentFor(content, recipient), sender, files);
    end = provider.begin(message, 1);
    result = await provider.send(recipient, message, sender, terms);
  } catch (error) {
    const isUnusable = error instanceof UnusableSender;
    result = isUnusable ? asDown(error) : { kind: 'unknown', reason: 'WORKER_ERROR', code: null };
  }
  respond(result);
  await end();
}
