import type { Schemas } from '@carillon/sdk';
import { Code, Group, Paper, Select, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../../texts';
import { useOperatorTexts } from '../texts';
import { Changes, isByCarillon, useActionLabel } from '../../settings';
import { ErrorNote, ListingPane, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useOperatorAudit } from '../api/audit';

type Entry = Schemas['AuditEntry'];
type Range = 'day' | 'week' | 'month' | 'all';

const DAY_MS = 86_400_000;
/** How far back each range begins (days). */
const days = { day: 1, week: 7, month: 30 } as const;

/** The changes of an account, or of all (null), newest first. */
export function AuditList({ userId }: { userId: string | null }) {
  const operatorTexts = useOperatorTexts();
  const [range, setRange] = useState<Range>('day');
  // The start is fixed when the range is chosen, because a cursor is valid only for the same start.
  const [since, setSince] = useState(() => startOf('day'));
  const list = useOperatorAudit(userId, since);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const choose = (value: string | null): void => {
    const chosen = (value ?? 'day') as Range;
    setRange(chosen);
    setSince(startOf(chosen));
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text c="dimmed">{operatorTexts.auditLead}</Text>
        <Select
          aria-label={operatorTexts.range}
          leftSectionPointerEvents="none"
          data={Object.entries(operatorTexts.ranges).map(([value, label]) => ({
            value,
            label,
          }))}
          value={range}
          onChange={choose}
          allowDeselect={false}
          w={230}
        />
      </Group>
      {list.isLoadingError ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Paper className="pane">
          <Text c="dimmed">{operatorTexts.auditEmpty}</Text>
        </Paper>
      ) : (
        <>
          <Entries entries={rows} isOfAll={userId === null} />
          <NextPage list={list} />
        </>
      )}
    </Stack>
  );
}

function startOf(range: Range): string | null {
  return range === 'all' ? null : new Date(Date.now() - days[range] * DAY_MS).toISOString();
}

function Entries({ entries, isOfAll }: { entries: readonly Entry[]; isOfAll: boolean }) {
  const texts = useOperatorTexts();
  const { time } = useFormat();
  const labelOf = useActionLabel();
  const heads = [texts.at, texts.who, texts.what, texts.which];
  return (
    <ListingPane minWidth={820} heads={isOfAll ? [...heads, texts.account] : heads}>
      {entries.map((entry) => (
        <Table.Tr key={entry._id}>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>{time(entry.at)}</Table.Td>
          <Table.Td>
            <Actor entry={entry} />
          </Table.Td>
          <Table.Td>
            <Text size="sm" fw={550} title={entry.action}>
              {labelOf(entry.action)}
            </Text>
            <Changes entry={entry} isOfOperator />
          </Table.Td>
          <Table.Td>{entry.target.name ?? <Code>{entry.target._id}</Code>}</Table.Td>
          {isOfAll && (
            <Table.Td>
              {entry.user !== null && (
                <Link
                  className="row-link"
                  to="/operator/users/$userId"
                  params={{ userId: entry.user }}
                  preload={false}
                >
                  {entry.target.type === 'user' && entry.target.name !== null
                    ? entry.target.name
                    : entry.user.slice(-6)}
                </Link>
              )}
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </ListingPane>
  );
}

function Actor({ entry: { action, actor } }: { entry: Entry }) {
  const texts = useOperatorTexts();
  const { role, member, keyName, keyPrefix } = actor;
  if (role === 'system') return isByCarillon({ action, actor }) ? texts.itself : texts.system;
  return (
    <>
      {member?.name ?? keyName}
      <Text size="xs" c="dimmed">
        {role === 'operator' ? texts.ofOperator : (member?.email ?? keyPrefix)}
      </Text>
    </>
  );
}
