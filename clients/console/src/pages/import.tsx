import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Badge,
  Button,
  Code,
  FileButton,
  Group,
  Paper,
  Progress,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFileImport, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type DragEvent, useEffect, useState } from 'react';
import {
  type CsvHead,
  type Mapping,
  dataColumns,
  guessMapping,
  mapped,
  readCsvHead,
  rejectedAgain,
  rememberMapping,
  rememberedMapping,
  storedRow,
} from '../csv';
import { useSession } from '../session';
import { useFormat, useTexts } from '../texts';
import { fieldName } from '../texts/fields';
import { useAct } from '../ui/act';
import { saveAs } from '../ui/file';
import { ErrorNote, Listing, Loading } from '../ui/page';

/** How often an import is asked how far it is (milliseconds). */
const IMPORT_MS = 1_000;

interface Chosen {
  file: File;
  head: CsvHead;
}

/** From a file to members: what is in it, how far it is, and what was not taken. */
export function Import({ groupId }: { groupId: string }) {
  const navigate = useNavigate();
  const { import: importId } = useSearch({ from: '/people/$groupId' });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [unread, setUnread] = useState<unknown>(null);
  /** The file as it went out; absent after the page was opened anew. */
  const [sent, setSent] = useState<Blob | null>(null);
  const show = (shown: string | undefined): void =>
    void navigate({
      to: '/people/$groupId',
      params: { groupId },
      search: shown === undefined ? {} : { import: shown },
      replace: true,
    });
  const choose = (file: File | null | undefined): void => {
    if (!file) return;
    setUnread(null);
    readCsvHead(file).then((head) => {
      setChosen({ file, head });
      show(undefined);
    }, setUnread);
  };
  if (importId !== undefined)
    return <Running importId={importId} sent={sent} onChoose={choose} onDone={() => show(undefined)} />;
  if (chosen)
    return (
      <Check
        key={chosen.file.name}
        chosen={chosen}
        groupId={groupId}
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
      {unread !== null && <ErrorNote error={unread} />}
      <DropZone onChoose={choose} />
    </>
  );
}

type OnChoose = (file: File | null | undefined) => void;

function DropZone({ onChoose }: { onChoose: OnChoose }) {
  const texts = useTexts();
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
          <Title order={2}>{texts.group.drop}</Title>
          <Text size="sm" c="dimmed">
            {texts.group.form}
          </Text>
          <Code block w="100%">
            {texts.firstSteps.csvSample}
          </Code>
          <FileButton onChange={onChoose} accept="text/csv,.csv">
            {(props) => (
              <Button {...props} mt={4}>
                {texts.group.choose}
              </Button>
            )}
          </FileButton>
        </Stack>
      </Group>
    </Paper>
  );
}

interface CheckProps {
  chosen: Chosen;
  groupId: string;
  onSent: (importId: string, sent: Blob) => void;
  onCancel: () => void;
}

/** Shows the first lines as they will be stored, and lets columns be named. */
function Check({ chosen: { file, head }, groupId, onSent, onCancel }: CheckProps) {
  const texts = useTexts();
  const { share } = useFormat();
  const { client, account } = useSession();
  const [remembered] = useState(() => rememberedMapping(account._id, head.columns));
  const [mapping, setMapping] = useState<Mapping>(() => remembered ?? guessMapping(head.columns));
  const [onExisting, setOnExisting] = useState<'skip' | 'update'>('skip');
  const [progress, setProgress] = useState<{ isPrepared: boolean; share: number } | null>(null);
  const send = useAct({
    act: async () => {
      const prepared = await mapped(file, head, mapping, (done) =>
        setProgress({ isPrepared: false, share: done }),
      );
      const { _id } = await client.upload('/groups/{groupId}/import', {
        path: { groupId },
        query: { onExisting },
        file: prepared,
        onProgress: ({ sent, total }) =>
          setProgress({ isPrepared: true, share: total === null || total === 0 ? 0 : sent / total }),
      });
      return { _id, prepared };
    },
    silent: true,
    done: ({ _id, prepared }) => {
      rememberMapping(account._id, head.columns, mapping);
      onSent(_id, prepared);
    },
  });
  const everybody = (channel: Mapping['everybody']): string =>
    texts.group.mapChannelAll(texts.channels[channel.toUpperCase() as Schemas['Channel']]);
  const columns = [...new Set(head.columns.filter((each) => each !== ''))];
  const channelChoices = [
    ...columns
      .filter((each) => each !== mapping.address)
      .map((each) => ({ value: `column ${each}`, label: each })),
    ...(['email', 'whatsapp', 'sms'] as const).map((each) => ({ value: each, label: everybody(each) })),
  ];
  const chooseChannel = (value: string | null): void => {
    if (value === 'email' || value === 'whatsapp' || value === 'sms')
      setMapping({ ...mapping, channel: null, everybody: value });
    else if (value !== null) setMapping({ ...mapping, channel: value.slice('column '.length) });
  };
  const isEmpty = head.rows.length === 0;
  const areNoAddresses = !isEmpty && head.rows.every((row) => !storedRow(row, head, mapping).isTaken);
  return (
    <Paper className="pane">
      <Stack>
        <Title order={2}>
          {texts.group.importTitle}: {file.name}
        </Title>
        {remembered && (
          <Text size="sm" c="dimmed">
            {texts.imports.remembered}
          </Text>
        )}
        {head.separator === ';' && (
          <Text size="sm" c="dimmed">
            {texts.imports.semicolons}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label={texts.group.mapAddress}
            data={columns}
            value={mapping.address}
            allowDeselect={false}
            onChange={(address) => setMapping({ ...mapping, address: address ?? mapping.address })}
          />
          <Select
            label={texts.group.mapChannel}
            data={channelChoices}
            value={mapping.channel === null ? mapping.everybody : `column ${mapping.channel}`}
            allowDeselect={false}
            onChange={chooseChannel}
          />
          <Select
            label={texts.group.existing}
            data={[
              { value: 'skip', label: texts.group.skip },
              { value: 'update', label: texts.group.update },
            ]}
            value={onExisting}
            allowDeselect={false}
            onChange={(value) => setOnExisting(value === 'update' ? 'update' : 'skip')}
          />
        </SimpleGrid>
        {isEmpty ? (
          <Alert color="orange">{texts.imports.empty}</Alert>
        ) : (
          <FirstRows head={head} mapping={mapping} />
        )}
        {areNoAddresses && <Alert color="orange">{texts.imports.noAddress}</Alert>}
        {send.error && <ErrorNote error={send.error} />}
        {send.isPending && (
          <div role="status">
            <Text size="sm">
              {progress?.isPrepared
                ? texts.group.sending(share(progress.share, 1))
                : texts.imports.preparing(share(progress?.share ?? 0, 1))}
            </Text>
            <Progress value={100 * (progress?.share ?? 0)} aria-label={texts.group.importTitle} />
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button loading={send.isPending} disabled={isEmpty} onClick={() => send.mutate(undefined)}>
            {texts.group.startFile}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function FirstRows({ head, mapping }: { head: CsvHead; mapping: Mapping }) {
  const texts = useTexts();
  const rows = head.rows.map((row) => storedRow(row, head, mapping));
  const hasConsent = rows.some((row) => row.hasConsent);
  const channelNames: Readonly<Partial<Record<string, string>>> = texts.channels;
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {texts.imports.asStored}
      </Text>
      <Table.ScrollContainer minWidth={480}>
        <Table withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.group.channel}</Table.Th>
              <Table.Th>{texts.group.address}</Table.Th>
              {dataColumns(head, mapping).map((name) => (
                <Table.Th key={name}>
                  <Code>{`{{${name}}}`}</Code>
                </Table.Th>
              ))}
              {hasConsent && <Table.Th>{texts.imports.consentColumn}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={index}>
                <Table.Td>{channelNames[row.channel.toUpperCase()] ?? row.channel}</Table.Td>
                <Table.Td>
                  {row.address}
                  {!row.isTaken && (
                    <Badge ml="xs" miw="max-content" variant="light" tt="none" radius="sm" color="orange">
                      {texts.imports.notTaken}
                    </Badge>
                  )}
                </Table.Td>
                {row.data.map((value, column) => (
                  <Table.Td key={column}>{value === '' ? '–' : value}</Table.Td>
                ))}
                {hasConsent && <Table.Td>{row.hasConsent ? '✓' : '–'}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

interface RunningProps {
  importId: string;
  sent: Blob | null;
  onChoose: OnChoose;
  onDone: () => void;
}

function Running({ importId, sent, onChoose, onDone }: RunningProps) {
  const texts = useTexts();
  const { number } = useFormat();
  const { client } = useSession();
  const queries = useQueryClient();
  const running = useQuery({
    queryKey: ['import', importId],
    queryFn: ({ signal }) => client.get('/imports/{id}', { path: { id: importId }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isEnded(data) ? false : IMPORT_MS),
  });
  const ended = running.data !== undefined && isEnded(running.data);
  const groupId = running.data?.group;
  useEffect(() => {
    if (!ended) return;
    void queries.invalidateQueries({ queryKey: ['groups'] });
    void queries.invalidateQueries({ queryKey: ['members'] });
    // The former number is far from it; counting a large group takes a while.
    void queries.resetQueries({ queryKey: ['groups', groupId, 'counts'] });
  }, [ended, groupId, queries]);
  if (running.isLoadingError) return <ErrorNote error={running.error} retry={() => void running.refetch()} />;
  if (!running.data) return <Loading lines={2} />;
  const { state, lines, created, updated, skipped, rejected } = running.data;
  const figures = [
    [texts.group.added, created],
    [texts.group.updated, updated],
    [texts.group.skipped, skipped],
    [texts.group.rejected, rejected],
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
              <Text c="teal" lh={0} aria-hidden>
                <IconCircleCheck />
              </Text>
            )}
            <Title order={2}>
              {state === 'DONE'
                ? texts.group.done
                : state === 'FAILED'
                  ? texts.group.failed
                  : texts.group.running(number(lines))}
            </Title>
          </Group>
          {ended && (
            <Group gap="xs">
              <Button variant="default" onClick={onDone}>
                {texts.group.another}
              </Button>
              {state === 'DONE' && groupId !== undefined && <WriteTo groupId={groupId} />}
            </Group>
          )}
        </Group>
        {!ended && (
          <>
            <Progress value={100} animated aria-label={texts.group.importTitle} />
            <Text size="sm" c="dimmed">
              {texts.imports.leave}
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
        {ended && (rejected > 0 || state === 'FAILED') && <Rejected importId={importId} sent={sent} />}
      </Stack>
    </Paper>
  );
}

/** Begins a campaign to the group. */
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

function isEnded({ state }: Schemas['Import']): boolean {
  return state === 'DONE' || state === 'FAILED';
}

/** A small button, of two lines where a phone has no room for one. */
const compact = {
  size: 'compact-sm',
  h: 'auto',
  py: 4,
  styles: { label: { whiteSpace: 'normal' } },
} as const;

function Rejected({ importId, sent }: { importId: string; sent: Blob | null }) {
  const texts = useTexts();
  const { client } = useSession();
  const rejected = useQuery({
    queryKey: ['rejected', importId],
    queryFn: async ({ signal }) => {
      const path = { id: importId };
      const answer = await client.download('/imports/{id}/rejected', { path, query: {}, signal });
      const file = await answer.blob();
      return { file, head: await readCsvHead(file, 20) };
    },
  });
  const again = useAct({
    act: async (file: Blob) => saveAs(await rejectedAgain(sent ?? new Blob(), file), 'again.csv'),
  });
  if (rejected.isLoadingError) return <ErrorNote error={rejected.error} />;
  if (!rejected.data) return <Loading lines={2} />;
  const { file, head } = rejected.data;
  const why = (reason = ''): string => {
    const [field = '', code = ''] = reason.split(': ');
    const word = texts.errors.fields[code];
    return word === undefined ? reason : `${fieldName(field, texts)} ${word}`;
  };
  return (
    <Alert color="orange" title={texts.group.rejectedShow}>
      <Stack gap="sm">
        <Listing minWidth={420} heads={[texts.group.line, texts.group.why, texts.group.text]}>
          {head.rows.map(([line, reason, text], index) => (
            <Table.Tr key={index}>
              <Table.Td className="numbers">{line}</Table.Td>
              <Table.Td>{why(reason)}</Table.Td>
              <Table.Td>
                <Code>{text}</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Listing>
        <Group gap="xs">
          <Button
            variant="default"
            {...compact}
            leftSection={<IconDownload size={14} />}
            onClick={() => saveAs(file, 'rejected.csv')}
          >
            {texts.group.rejectedSave}
          </Button>
          {sent && (
            <Button
              variant="default"
              {...compact}
              leftSection={<IconDownload size={14} />}
              loading={again.isPending}
              onClick={() => again.mutate(file)}
            >
              {texts.imports.again}
            </Button>
          )}
        </Group>
        {sent && <Text size="sm">{texts.imports.againHint}</Text>}
      </Stack>
    </Alert>
  );
}
