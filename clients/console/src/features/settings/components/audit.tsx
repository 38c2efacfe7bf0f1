import type { Schemas } from '@carillon/sdk';
import { Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { useAuditTexts } from '../audit-texts';
import { Changes, useActionLabel } from './audit-changes';
import { AuditActor, AuditTarget } from './audit-parts';
import { saveCsv } from '../../../ui/csv-download';
import { ErrorNote, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useAudit, useExportAudit } from '../api/audit';

type Entry = Schemas['AuditEntry'];

/** Parts that only administrators see. */
const ofPeople = /^(?:member|invitation|session|password|second_factor|sign_in|recovery_code|identity)\./;
/** Actions that are only in the operators' trail. */
const ofOperators = /^operator_key\.|^prices\.|^provider_account\.|^user\.deleted$/;

/** The actions in the account, newest first. */
export function Audit() {
  const texts = useTexts();
  const { identity } = useAuditTexts();
  const isAdmin = useMay('admin');
  const [action, setAction] = useState<string | null>(null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  // Actions without a text in the catalog are shown, but can't be selected.
  const actions = Object.entries(identity.actions).filter(
    ([name]) => !ofOperators.test(name) && (isAdmin || !ofPeople.test(name)),
  );
  const filter = {
    ...(action !== null && { action: action as Entry['action'] }),
    ...(from !== '' && { since: startOf(from, 0) }),
    ...(to !== '' && { until: startOf(to, 1) }),
  };
  const entries = useAudit(filter);
  const save = useExportAudit({ done: (response) => saveCsv(response, 'audit.csv') });
  const rows = entries.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Stack>
      <Text c="dimmed">{identity.auditHint}</Text>
      <Group gap="sm" align="flex-end">
        <Select
          label={identity.auditAction}
          placeholder={identity.auditAll}
          data={actions.map(([value, label]) => ({ value, label }))}
          value={action}
          onChange={setAction}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': identity.auditAll }}
          w={{ base: '100%', sm: 260 }}
        />
        <TextInput
          type="date"
          label={identity.auditFrom}
          value={from}
          max={to}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={identity.auditTo}
          value={to}
          min={from}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={save.isPending}
          onClick={() => save.mutate(filter)}
        >
          {identity.auditSave}
        </Button>
      </Group>
      {entries.isLoadingError ? (
        <ErrorNote error={entries.error} retry={() => void entries.refetch()} />
      ) : entries.isPending ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Paper className="pane">
          <Text c="dimmed">{identity.auditNone}</Text>
        </Paper>
      ) : (
        <Paper className="pane rows" p={0} component="ul" aria-label={texts.identity.audit}>
          {rows.map((entry) => (
            <EntryRow key={entry._id} entry={entry} />
          ))}
        </Paper>
      )}
      <NextPage list={entries} />
    </Stack>
  );
}

/** The start of a day in the reader's zone, as a time of the API. */
function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

function EntryRow({ entry: { actor, action, target, changes, at } }: { entry: Entry }) {
  const { time } = useFormat();
  const labelOf = useActionLabel();
  // Actions on a person's own sign-in already contain the name.
  const isAboutActor =
    target.type === 'session' || (target._id === actor.member?._id && !action.startsWith('member.'));
  return (
    <li>
      <div className="row-text">
        <Text component="span" fw={550}>
          {labelOf(action)}
        </Text>
        {!isAboutActor && <AuditTarget target={target} />}
        <AuditActor actor={actor} action={action} />
        <Changes entry={{ changes, target }} />
      </div>
      <Text size="sm" c="dimmed" className="numbers">
        {time(at)}
      </Text>
    </li>
  );
}
