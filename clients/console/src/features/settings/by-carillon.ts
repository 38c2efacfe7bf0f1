import type { Schemas } from '@carillon/sdk';

/** The configuration requests no changes of these objects. */
const never = /^(?:campaign|webhook)\./;

/** Whether Carillon acted on its own. */
export function isByCarillon({ actor, action }: Pick<Schemas['AuditEntry'], 'actor' | 'action'>): boolean {
  return actor.role === 'system' && never.test(action);
}
