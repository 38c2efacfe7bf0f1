import { PageHead } from '../../../ui/page';
import { DomainList, useDomainTexts } from '../../settings';
import { operatorDomains } from '../api/domains';
import { useOperatorTexts } from '../texts';

/** The domains that sign the emails of the default sender. */
export function OperatorDomainsPage() {
  const { domains: texts } = useOperatorTexts();
  const usual = useDomainTexts();
  const findings = { ...usual.findings, ...texts.findings };
  return (
    <>
      <PageHead title={texts.title} />
      <DomainList api={operatorDomains} labels={{ ...usual, ...texts, findings }} mayEdit />
    </>
  );
}
