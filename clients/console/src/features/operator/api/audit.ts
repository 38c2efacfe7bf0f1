import { useAnySession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

/** The number of entries in a page of the list. */
const PAGE = 100;

/**
 * The audit trail, newest first.
 * @param userId null: of all accounts
 * @param since null: from the beginning
 */
export function useOperatorAudit(userId: string | null, since: string | null) {
  const { client } = useAnySession();
  return usePages(['operatorAudit', userId, since], (cursor, signal) => {
    const filter = since === null ? {} : { since };
    const query = { ...filter, order: 'newest' as const, limit: PAGE, cursor };
    return userId === null
      ? client.page('/operator/audit', { query, signal })
      : client.page('/operator/users/{id}/audit', { path: { id: userId }, query, signal });
  });
}
