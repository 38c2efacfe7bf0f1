import { newId } from '@carillon/contracts';

/** The first step of a service's part in an erasure that begins now. The test defines which data is erased. */
export function anErasureStep() {
  return { erasureId: newId(), after: null, begunAt: new Date().toISOString(), repeatsAfterMs: 60_000 };
}
