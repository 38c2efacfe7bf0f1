import { availableParallelism, totalmem } from 'node:os';
import type { Environment } from '@carillon/local-services';

/** `all`: a process for each service. `one`: one process for all services. */
export type ProcessMode = 'all' | 'one';

/** What the processes of this machine or container may use. */
export interface Machine {
  memoryBytes: number;
  cores: number;
}

const SMALL_BYTES = 4e9;
const SMALL_CORES = 2;

/**
 * The mode that CARILLON_PROCESS names. If it is not set, `one` on a small machine. `why` is a line for the person who
 * starts the stack.
 */
export function processMode(
  { CARILLON_PROCESS = '' }: Environment,
  machine = thisMachine(),
): { mode: ProcessMode; why: string } {
  const asked = CARILLON_PROCESS.trim();
  if (asked === 'one' || asked === 'all') return { mode: asked, why: `${modes[asked]} (CARILLON_PROCESS)` };
  if (asked !== '') throw new Error(`CARILLON_PROCESS: read "${asked}", expected one or all.`);
  const { memoryBytes, cores } = machine;
  if (memoryBytes < SMALL_BYTES)
    return small(`${(memoryBytes / 1e9).toFixed(1)} GB of memory is less than ${SMALL_BYTES / 1e9} GB`);
  if (cores < SMALL_CORES) return small('this machine has one core');
  return { mode: 'all', why: `${modes.all}; to save memory, set CARILLON_PROCESS=one` };
}

const modes = { all: 'a process for each service', one: 'one process for all services' } as const;

function small(reason: string): { mode: ProcessMode; why: string } {
  return { mode: 'one', why: `${modes.one}, because ${reason}; to change this, set CARILLON_PROCESS=all` };
}

/** The limits of a container apply, if Node knows them. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  return {
    memoryBytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem(),
    cores: availableParallelism(),
  };
}
