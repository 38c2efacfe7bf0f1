import { useTexts } from '../../../texts';
import { PageHead } from '../../../ui/page';
import { AuditList } from '../components/audit-list';

/** The audit trail of all accounts. */
export function OperatorAuditPage() {
  const texts = useTexts();
  return (
    <>
      <PageHead title={texts.operator.audit} />
      <AuditList userId={null} />
    </>
  );
}
