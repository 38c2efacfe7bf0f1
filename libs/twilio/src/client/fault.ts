import type { DeliveryReason } from '@carillon/contracts';

interface Fault {
  kind: 'failed';
  reason: DeliveryReason;
  permanent: true;
  code: null;
}

/** A message that can't be sent. */
export function fault(reason: DeliveryReason): Fault {
  return { kind: 'failed', reason, permanent: true, code: null };
}
