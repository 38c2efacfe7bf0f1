import type { Schemas } from '@carillon/sdk';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDomains } from '../../api/domains';
import { useDomainTexts } from './domain-texts';

type Domain = Schemas['Domain'];

/** Leads from a mail server to the domain of its From address, unless everything is set up. */
export function SenderDomain({ fromAddress }: { fromAddress: string }) {
  const labels = useDomainTexts();
  const { data } = useDomains();
  if (!data) return null;
  const name = fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
  const domain = nearest(data, name);
  if (domain?.state === 'OK') return null;
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/settings" search={{ tab: 'domains' }} {...props} />}>
      {domain ? labels.senderState(domain.domain) : labels.senderNone(name)}
    </Anchor>
  );
}

/** The domain itself, or its nearest parent. */
function nearest(domains: readonly Domain[], name: string): Domain | undefined {
  return domains
    .filter(({ domain }) => domain === name || name.endsWith(`.${domain}`))
    .sort((a, b) => b.domain.length - a.domain.length)[0];
}
