import type { Schemas } from '@carillon/sdk';
import { ActionIcon, Badge, Code, CopyButton, Group, Stack, Table, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { DomainTexts } from './domain-texts';

type Domain = Schemas['OperatorDomain'];
type DnsRecord = Domain['records'][number];

const colors = { OK: 'teal', MISSING: 'red', WRONG: 'red', UNKNOWN: 'gray' } as const;

/** The DNS records of a domain, to copy. */
export function DnsRecords({ domain: { domain, records }, labels }: { domain: Domain; labels: DomainTexts }) {
  const { purpose, record, status } = labels.columns;
  return (
    <Table.ScrollContainer minWidth={640} mt="sm">
      <Table aria-label={labels.records(domain)} verticalSpacing="sm" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={130}>{purpose}</Table.Th>
            <Table.Th>{record}</Table.Th>
            <Table.Th w={260}>{status}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((each) => (
            <RecordRow key={`${each.purpose} ${each.name}`} record={each} labels={labels} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RecordRow({ record, labels }: { record: DnsRecord; labels: DomainTexts }) {
  const { purpose, type, name, value, isRequired, status, finding, found } = record;
  const isOptional = !isRequired && status === 'MISSING';
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>{labels.purposes[purpose]}</Table.Td>
      <Table.Td>
        <Stack gap={6}>
          <Text size="sm" fw={600}>
            {type}
          </Text>
          <Copied text={name} label={labels.nameOf} copy={labels.copyName(name)} />
          {value !== null && <Copied text={value} label={labels.value} copy={labels.copyValue(name)} />}
        </Stack>
      </Table.Td>
      <Table.Td>
        <Stack gap={6} align="flex-start">
          <Badge variant="light" tt="none" radius="sm" color={isOptional ? 'gray' : colors[status]}>
            {isOptional ? labels.optional : labels.statuses[status]}
          </Badge>
          <Text size="sm">{labels.findings[finding]}</Text>
          {status !== 'OK' && found.length > 0 && (
            <>
              <Text size="sm">{labels.found}</Text>
              {found.map((text) => (
                <Code key={text} style={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Code>
              ))}
            </>
          )}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

/** A text with a button that copies it. */
function Copied({ text, label, copy: name }: { text: string; label: string; copy: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text size="sm" c="dimmed" w={44} flex="none">
        {label}
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }} flex={1} miw={0}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon variant="default" size="sm" aria-label={name} onClick={copy}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
