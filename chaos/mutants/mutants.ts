import type { Undo } from './patch';
import { withoutDrain } from './without/drain';
import { withoutConfirms } from './without/confirms';
import { withoutFence } from './without/fence';
import { withoutLeases } from './without/leases';
import { withoutIdempotentTake } from './without/idempotent-take';
import { withoutMandatory } from './without/mandatory';
import { withoutRevGuard } from './without/rev-guard';
import { withoutExpiry } from './without/expiry';
import { withoutUniqueAddress } from './without/unique-address';

/** A service without one of the things that keep its promises, by the name of what it is without. */
export const mutants = {
  confirms: withoutConfirms,
  mandatory: withoutMandatory,
  lease: withoutLeases,
  fence: withoutFence,
  'unique address': withoutUniqueAddress,
  drain: withoutDrain,
  'rev guard': withoutRevGuard,
  'idempotent take': withoutIdempotentTake,
  expiry: withoutExpiry,
} as const satisfies Record<string, () => Undo>;

export type MutantName = keyof typeof mutants;
