import type { Schemas } from '@carillon/sdk';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDomains } from '../../api/domains';
import { useDomainTexts } from './domain-texts';

type Domain = Schemas['Domain'];

/** The domain of a From address, if the account has it. Null: not known yet. */
function useDomainOf(fromAddress: string): { name: string; domain?: Domain | undefined } | null {
  const { data } = useDomains();
  if (!data) return null;
  const name = fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
  return { name, domain: nearest(data, name) };
}

/** Warns before an email is sent from a domain whose DNS records are incomplete. */
export function DomainWarning({ fromAddress }: { fromAddress: string }) {
  const labels = useDomainTexts();
  const domain = useDomainOf(fromAddress)?.domain;
  if (!domain || domain.state === 'OK') return null;
  return (
    <Alert color="yellow" title={labels.senderState(domain.domain)}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{labels.warning}</Text>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/settings" search={{ tab: 'domains' }} {...props} />}
        >
          {labels.records(domain.domain)}
        </Anchor>
      </Stack>
    </Alert>
  );
}

/** Leads from a mail server to the domain of its From address, unless everything is set up. */
export function SenderDomain({ fromAddress }: { fromAddress: string }) {
  const labels = useDomainTexts();
  const found = useDomainOf(fromAddress);
  if (!found || found.domain?.state === 'OK') return null;
  const { name, domain } = found;
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
