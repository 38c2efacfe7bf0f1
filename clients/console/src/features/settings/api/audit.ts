import type { Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

export interface AuditFilter {
  action?: Schemas['AuditEntry']['action'];
  since?: string;
  until?: string;
}

/** The number of entries in a page of the list. */
const PAGE = 50;

/** The actions in the account, newest first. */
export function useAudit(filter: AuditFilter) {
  const { client } = useSession();
  return usePages(['audit', filter], (cursor, signal) => {
    const query = { ...filter, order: 'newest' as const, limit: PAGE, cursor };
    return client.page('/account/audit', { query, signal });
  });
}

export const useExportAudit = apiAction((client, filter: AuditFilter) =>
  client.download('/account/audit/export', { query: { ...filter, formulas: 'escape' } }),
);
