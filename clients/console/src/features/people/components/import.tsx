import {
  Alert,
  Button,
  Code,
  FileButton,
  Group,
  Paper,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconFileImport,
  IconSend,
} from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { NotCsv, lacksCountryCode, readCsvHead, rejectedRows } from '../csv';
import { useDefaultCountry } from '../api/defaults';
import { useFormat, useTexts } from '../../../texts';
import { useImportTexts } from '../import-texts';
import { usePeopleTexts } from '../texts';
import { useAction } from '../../../ui/action';
import { useCountryNames } from '../../../ui/countries';
import { countryHere } from '../../../ui/country-here';
import { listSeparator } from '../../../ui/csv-download';
import { saveAs, saveRows } from '../../../ui/file';
import { ErrorNote, Loading } from '../../../ui/page';
import { Check, type Chosen, type Sent } from './import-check';
import { ReasonTable, reasonText } from './import-reasons';
import { Misfits } from './import-misfits';
import { isEnded, useImport, useImportMappings, useRejected } from '../api/imports';
import { rememberedFor } from '../mappings';
import { SAMPLE } from '../column-choices';

/** Imports members from a file: shows its content, its progress, and its rejected lines. */
export function Import({ groupId }: { groupId: string }) {
  const imports = useImportTexts();
  const navigate = useNavigate();
  const { import: importId } = useSearch({ from: '/people/$groupId' });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [unread, setUnread] = useState<unknown>(null);
  /** The file as it was sent; null after the page was reloaded. */
  const [sent, setSent] = useState<Sent | null>(null);
  /** The country that was chosen to fix rejected numbers. */
  const [fixed, setFixed] = useState<string | null>(null);
  const country = useDefaultCountry();
  const mappings = useImportMappings();
  const show = (shown: string | undefined): void =>
    void navigate({
      to: '/people/$groupId',
      params: { groupId },
      search: shown === undefined ? {} : { import: shown },
      replace: true,
    });
  const choose: OnChoose = (file, chosenCountry) => {
    if (!file) return;
    setUnread(null);
    setFixed(chosenCountry ?? null);
    readCsvHead(file, SAMPLE).then((head) => {
      setChosen({ file, head });
      show(undefined);
    }, setUnread);
  };
  if (importId !== undefined)
    return <Running importId={importId} sent={sent} onChoose={choose} onDone={() => show(undefined)} />;
  // A file can also be imported if the choices for earlier files can't be read.
  if (chosen && country !== undefined && !mappings.isPending)
    return (
      <Check
        key={`${chosen.file.name} ${chosen.file.lastModified}`}
        chosen={chosen}
        groupId={groupId}
        country={fixed ?? country}
        remembered={rememberedFor(mappings.data ?? [], chosen.head.columns)}
        onSent={(id, file) => {
          setSent(file);
          setChosen(null);
          show(id);
        }}
        onCancel={() => setChosen(null)}
      />
    );
  return (
    <>
      {unread instanceof NotCsv ? (
        <Alert color="orange" mb="md">
          {imports.binary[unread.kind]}
        </Alert>
      ) : (
        unread !== null && <ErrorNote error={unread} />
      )}
      <DropZone onChoose={choose} />
    </>
  );
}

/** @param country the default country of phone numbers, if already chosen */
type OnChoose = (file: File | null | undefined, country?: string) => void;

function DropZone({ onChoose }: { onChoose: OnChoose }) {
  const texts = useTexts();
  const { group } = usePeopleTexts();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0]);
  };
  return (
    <Paper
      className="pane"
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      style={{
        borderStyle: 'dashed',
        ...(isOver && { borderColor: 'var(--mantine-primary-color-filled)' }),
      }}
    >
      <Group gap="lg" align="flex-start" wrap="nowrap">
        <Text c="bell" visibleFrom="sm" aria-hidden>
          <IconFileImport size={36} stroke={1.4} />
        </Text>
        <Stack gap="xs" align="flex-start" flex={1} miw={0}>
          <Title order={2}>{group.drop}</Title>
          <Text size="sm" c="dimmed">
            {group.form}
          </Text>
          <Code block w="100%">
            {texts.firstSteps.csvSample}
          </Code>
          <FileButton
            onChange={(file) => onChoose(file)}
            accept="text/csv,text/plain,.csv,.tsv,.txt,.xlsx,.xls"
          >
            {(props) => (
              <Button {...props} mt={4}>
                {group.choose}
              </Button>
            )}
          </FileButton>
        </Stack>
      </Group>
    </Paper>
  );
}

interface RunningProps {
  importId: string;
  sent: Sent | null;
  onChoose: OnChoose;
  onDone: () => void;
}

function Running({ importId, sent, onChoose, onDone }: RunningProps) {
  const { group } = usePeopleTexts();
  const imports = useImportTexts();
  const { number } = useFormat();
  const running = useImport(importId);
  const ended = running.data !== undefined && isEnded(running.data);
  const groupId = running.data?.group;
  if (running.isLoadingError) return <ErrorNote error={running.error} retry={() => void running.refetch()} />;
  if (!running.data) return <Loading lines={2} />;
  const { state, lines, created, updated, skipped, rejected, suppressed, misfits } = running.data;
  const isEmpty = created + updated + skipped === 0;
  const figures = [
    [group.added, created],
    [group.updated, updated],
    [group.skipped, skipped],
    [group.rejected, rejected],
    ...(suppressed > 0 ? [[imports.suppressed, suppressed] as const] : []),
  ] as const;
  return (
    <Paper
      className="pane"
      onDragOver={(event: DragEvent) => {
        if (ended) event.preventDefault();
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        if (ended) onChoose(event.dataTransfer.files[0]);
      }}
    >
      <Stack>
        <Group justify="space-between" role="status">
          <Group gap="xs">
            {state === 'DONE' && (
              <Text c={isEmpty ? 'orange' : 'teal'} lh={0} aria-hidden>
                {isEmpty ? <IconAlertTriangle /> : <IconCircleCheck />}
              </Text>
            )}
            <Title order={2}>
              {state === 'DONE'
                ? isEmpty
                  ? imports.doneNobody
                  : group.done
                : state === 'FAILED'
                  ? group.failed
                  : group.running(number(lines))}
            </Title>
          </Group>
          {ended && (
            <Group gap="xs">
              <Button variant="default" onClick={onDone}>
                {group.another}
              </Button>
              {state === 'DONE' && !isEmpty && groupId !== undefined && <WriteTo groupId={groupId} />}
            </Group>
          )}
        </Group>
        {!ended && (
          <>
            <Progress value={100} animated aria-label={group.importTitle} />
            <Text size="sm" c="dimmed">
              {imports.leave}
            </Text>
          </>
        )}
        <SimpleGrid cols={{ base: 2, sm: 4 }} className="numbers">
          {figures.map(([label, value]) => (
            <div key={label}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Text fz={22} fw={650}>
                {number(value)}
              </Text>
            </div>
          ))}
        </SimpleGrid>
        <Misfits misfits={misfits} />
        {ended && (rejected > 0 || state === 'FAILED') && (
          <Rejected importId={importId} sent={sent} onChoose={onChoose} />
        )}
      </Stack>
    </Paper>
  );
}

/** Starts a campaign to the group. */
export function WriteTo({ groupId }: { groupId: string }) {
  const texts = useTexts();
  return (
    <Button
      leftSection={<IconSend size={16} />}
      renderRoot={(props) => (
        <Link
          to="/campaigns/$campaignId"
          params={{ campaignId: 'new' }}
          search={{ group: groupId }}
          {...props}
        />
      )}
    >
      {texts.firstSteps.writeTo}
    </Button>
  );
}

/** A small button whose text can wrap on phones. */
const compact = {
  size: 'compact-sm',
  h: 'auto',
  py: 4,
  styles: { label: { whiteSpace: 'normal' } },
} as const;

interface RejectedProps {
  importId: string;
  sent: Sent | null;
  onChoose: OnChoose;
}

function Rejected({ importId, sent, onChoose }: RejectedProps) {
  const texts = useTexts();
  const { group } = usePeopleTexts();
  const imports = useImportTexts();
  const nameOf = useCountryNames();
  const country = countryHere();
  const shift = sent?.shift ?? 0;
  const rejected = useRejected(importId);
  const again = useAction({
    action: async (file: Blob) => saveAs(await rejectedRows(sent?.file ?? new Blob(), file), 'again.csv'),
  });
  const treat = useAction({
    action: async (file: Blob) => {
      const lines = await rejectedRows(sent?.file ?? new Blob(), file);
      onChoose(new File([lines], 'again.csv'), country);
    },
  });
  const save = useAction({
    action: () => {
      const heads = [group.line, group.why, 'reason', group.text];
      const rows = (rejected.data?.lines ?? []).map(({ line, reason, text }) => [
        String(line - shift),
        reasonText(reason, texts, imports),
        reason,
        text,
      ]);
      saveRows([heads, ...rows], 'rejected.csv', listSeparator());
      return Promise.resolve();
    },
  });
  if (rejected.isLoadingError) return <ErrorNote error={rejected.error} />;
  if (!rejected.data) return <Loading lines={2} />;
  const { file, lines, byReason } = rejected.data;
  const numbers = byReason
    .filter(({ reason }) => lacksCountryCode(reason))
    .reduce((sum, { count }) => sum + count, 0);
  return (
    <Alert color="orange" title={imports.total(lines.length)}>
      <Stack gap="sm">
        <ReasonTable rejected={byReason} shift={shift} />
        <Group gap="xs">
          {sent && numbers > 0 && country !== undefined && (
            <Button {...compact} loading={treat.isPending} onClick={() => treat.mutate(file)}>
              {imports.treatAs(numbers, nameOf(country))}
            </Button>
          )}
          <Button
            variant="default"
            {...compact}
            leftSection={<IconDownload size={14} />}
            onClick={() => save.mutate(undefined)}
          >
            {group.rejectedSave}
          </Button>
          {sent && (
            <Button
              variant="default"
              {...compact}
              leftSection={<IconDownload size={14} />}
              loading={again.isPending}
              onClick={() => again.mutate(file)}
            >
              {imports.again}
            </Button>
          )}
        </Group>
        {sent && <Text size="sm">{imports.againHint}</Text>}
      </Stack>
    </Alert>
  );
}
