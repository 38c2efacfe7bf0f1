import { useOperatorTexts } from '../texts';
import { PageHead } from '../../../ui/page';
import { AuditList } from '../components/audit-list';

/** The audit trail of all accounts. */
export function OperatorAuditPage() {
  const operator = useOperatorTexts();
  return (
    <>
      <PageHead title={operator.audit} />
      <AuditList userId={null} />
    </>
  );
}
