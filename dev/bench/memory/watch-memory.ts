import { usageOfStack } from '../processes';

const EVERY_MS = 500;

/** The highest resident memory (MiB) of each process of the stack during an action. */
export async function watchMemory(work: () => Promise<void>): Promise<Map<string, number>> {
  const highest = new Map<string, number>();
  const look = (): void => {
    for (const [name, { rssMiB }] of usageOfStack())
      highest.set(name, Math.max(rssMiB, highest.get(name) ?? 0));
  };
  look();
  const looking = setInterval(look, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  look();
  return highest;
}
