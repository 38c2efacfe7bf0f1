import type { OrphanedProcesses } from '@carillon/stack';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Kills all processes of a rig on Ctrl-C, on SIGTERM, and when the parent process ends. Returns a function that
 * removes this handler, because a process may start one rig after another. A signal may arrive twice: from the
 * terminal and from npm.
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
