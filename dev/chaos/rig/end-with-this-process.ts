import type { OrphanedProcesses } from '@carillon/stack';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Kills everything at Ctrl-C, at SIGTERM, and when the parent process ends, until the function that it returns is called: a
 * process may have one rig after another. Signals may come twice, from the terminal and from npm.
 */
export function endWithThisProcess(orphans: Pick<OrphanedProcesses, 'killAll'>): () => void {
  const end = (): void => {
    orphans.killAll();
    process.exit(130);
  };
  for (const signal of signals) process.on(signal, end);
  process.on('disconnect', end);
  return () => {
    for (const signal of signals) process.off(signal, end);
    process.off('disconnect', end);
  };
}
