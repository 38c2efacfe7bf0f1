import type { Schemas } from '@carillon/sdk';
import {
  ActionIcon,
  Alert,
  Button,
  Code,
  FileButton,
  Group,
  Modal,
  Paper,
  Progress,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Textarea,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import {
  IconCircleCheck,
  IconDownload,
  IconFileImport,
  IconPlus,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type DragEvent, type SyntheticEvent, useEffect, useState } from 'react';
import { type CsvHead, type Mapping, guessMapping, mapped, readCsvHead } from '../csv';
import { useMembers } from '../data';
import { useMay, useSession } from '../session';
import { timeZone, useFormat, useTexts } from '../texts';
import { Confirm, saveAs, tell, useAct } from '../ui/act';
import { ErrorNote, Loading, PageHead, WayBack, Listing } from '../ui/page';
import { ChannelIcon, channels } from '../ui/states';

/** How often an import is asked how far it is (milliseconds). */
const IMPORT_MS = 1_000;

export function GroupPage() {
  const texts = useTexts();
  const { client } = useSession();
  const mayWrite = useMay('write');
  const navigate = useNavigate();
  const { groupId } = useParams({ from: '/people/$groupId' });
  const [isDeleting, deleting] = useDisclosure(false);
  const [isAdding, adding] = useDisclosure(false);
  const group = useQuery({
    queryKey: ['groups', groupId],
    queryFn: ({ signal }) =>
      client.get('/groups/{groupId}', { path: { groupId }, query: { include: 'counts' }, signal }),
  });
  const remove = useAct({
    act: () => client.delete('/groups/{groupId}', { path: { groupId } }),
    changes: ['groups'],
    silent: true,
    done: () => void navigate({ to: '/people' }),
  });
  if (group.error) return <ErrorNote error={group.error} retry={() => void group.refetch()} />;
  if (!group.data) return <Loading />;
  const { name, slug, counts } = group.data;
  return (
    <>
      <PageHead
        title={name}
        above={<WayBack to="/people">{texts.groups.title}</WayBack>}
        beside={
          <Text c="dimmed" className="numbers">
            {texts.people(counts?.total ?? 0)}
          </Text>
        }
      >
        {mayWrite && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={adding.open}>
            {texts.group.add}
          </Button>
        )}
        <Export groupId={groupId} slug={slug} />
        {mayWrite && (
          <ActionIcon variant="default" size="lg" aria-label={texts.delete} onClick={deleting.open}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </PageHead>
      <Stack gap="lg">
        {mayWrite && <Import groupId={groupId} />}
        <Members groupId={groupId} />
      </Stack>
      {isAdding && <AddPerson slug={slug} onClose={adding.close} />}
      {isDeleting && (
        <Confirm
          title={texts.groups.deleteTitle}
          verb={texts.delete}
          act={() => remove.mutateAsync(undefined)}
          onClose={deleting.close}
        >
          {texts.groups.deleteText(name)}
        </Confirm>
      )}
    </>
  );
}

function Export({ groupId, slug }: { groupId: string; slug: string }) {
  const texts = useTexts();
  const { client } = useSession();
  const save = useAct({
    act: async () => {
      const query = { format: 'csv', formulas: 'escape' } as const;
      const answer = await client.download('/groups/{groupId}/export', { path: { groupId }, query });
      saveAs(await answer.blob(), `${slug}.csv`);
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate(undefined)}
    >
      {texts.group.exported}
    </Button>
  );
}

interface Chosen {
  file: File;
  head: CsvHead;
}

/** From a file to members: what is in it, how far it is, and what was not taken. */
function Import({ groupId }: { groupId: string }) {
  const texts = useTexts();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [importId, setImportId] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const choose = (file: File | null | undefined): void => {
    if (file) void readCsvHead(file).then((head) => setChosen({ file, head }));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  if (importId !== null)
    return (
      <Running
        importId={importId}
        onDone={() => {
          setImportId(null);
          setChosen(null);
        }}
      />
    );
  if (chosen)
    return <Check chosen={chosen} groupId={groupId} onSent={setImportId} onCancel={() => setChosen(null)} />;
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
          <Code
            block
            w="100%"
          >{`integration,identifier,name\nemail,ann@example.com,Ann\nsms,+49 151 12345678,Bob`}</Code>
          <FileButton onChange={choose} accept="text/csv,.csv">
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

/** Shows the first lines as they will be stored, and lets columns be named. */
function Check({
  chosen: { file, head },
  groupId,
  onSent,
  onCancel,
}: {
  chosen: Chosen;
  groupId: string;
  onSent: (importId: string) => void;
  onCancel: () => void;
}) {
  const texts = useTexts();
  const { share } = useFormat();
  const { client } = useSession();
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(head.columns));
  const [onExisting, setOnExisting] = useState<'skip' | 'update'>('skip');
  const [sent, setSent] = useState(0);
  const send = useAct({
    act: async () =>
      client.upload('/groups/{groupId}/import', {
        path: { groupId },
        query: { onExisting },
        file: await mapped(file, head, mapping),
        onProgress: (progress) => setSent(progress.total ? progress.sent / progress.total : 0),
      }),
    silent: true,
    done: ({ _id }) => onSent(_id),
  });
  const everybody = (channel: Mapping['everybody']): string =>
    texts.group.mapChannelAll(texts.channels[channel.toUpperCase() as Schemas['Channel']]);
  const channelChoices = [
    ...head.columns
      .filter((each) => each !== mapping.address)
      .map((each) => ({ value: `column ${each}`, label: each })),
    ...(['email', 'whatsapp', 'sms'] as const).map((each) => ({ value: each, label: everybody(each) })),
  ];
  const chooseChannel = (value: string | null): void => {
    if (value === 'email' || value === 'whatsapp' || value === 'sms')
      setMapping({ ...mapping, channel: null, everybody: value });
    else if (value !== null) setMapping({ ...mapping, channel: value.slice('column '.length) });
  };
  return (
    <Paper className="pane">
      <Stack>
        <Title order={2}>
          {texts.group.importTitle}: {file.name}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label={texts.group.mapAddress}
            data={head.columns}
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
        <div>
          <Text size="sm" fw={550} mb={4}>
            {texts.group.firstRows}
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
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {head.rows.map((row, index) => {
                  const cell = (name: string): string => row[head.columns.indexOf(name)] ?? '';
                  return (
                    <Table.Tr key={index}>
                      <Table.Td>
                        {mapping.channel === null ? mapping.everybody : cell(mapping.channel)}
                      </Table.Td>
                      <Table.Td>{cell(mapping.address)}</Table.Td>
                      {dataColumns(head, mapping).map((name) => (
                        <Table.Td key={name}>{cell(name)}</Table.Td>
                      ))}
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </div>
        {send.error && <ErrorNote error={send.error} />}
        {send.isPending && (
          <div role="status">
            <Text size="sm">{texts.group.sending(share(sent, 1))}</Text>
            <Progress value={sent * 100} aria-label={texts.group.importTitle} />
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
            {texts.group.startFile}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function dataColumns({ columns }: CsvHead, { address, channel }: Mapping): string[] {
  return columns.filter((each) => each !== address && each !== channel && each !== '');
}

function Running({ importId, onDone }: { importId: string; onDone: () => void }) {
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
  useEffect(() => {
    if (!ended) return;
    void queries.invalidateQueries({ queryKey: ['groups'] });
    void queries.invalidateQueries({ queryKey: ['members'] });
  }, [ended, queries]);
  if (running.error) return <ErrorNote error={running.error} retry={() => void running.refetch()} />;
  if (!running.data) return <Loading lines={2} />;
  const { state, lines, created, updated, skipped, rejected } = running.data;
  const figures = [
    [texts.group.added, created],
    [texts.group.updated, updated],
    [texts.group.skipped, skipped],
    [texts.group.rejected, rejected],
  ] as const;
  return (
    <Paper className="pane">
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
            <Button variant="default" onClick={onDone}>
              {texts.group.another}
            </Button>
          )}
        </Group>
        {!ended && <Progress value={100} animated aria-label={texts.group.importTitle} />}
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
        {ended && (rejected > 0 || state === 'FAILED') && <Rejected importId={importId} />}
      </Stack>
    </Paper>
  );
}

function isEnded({ state }: Schemas['Import']): boolean {
  return state === 'DONE' || state === 'FAILED';
}

function Rejected({ importId }: { importId: string }) {
  const texts = useTexts();
  const { client } = useSession();
  const rejected = useQuery({
    queryKey: ['rejected', importId],
    queryFn: async ({ signal }) => {
      const answer = await client.download('/imports/{id}/rejected', {
        path: { id: importId },
        query: {},
        signal,
      });
      const file = await answer.blob();
      return { file, head: await readCsvHead(file, 20) };
    },
  });
  if (rejected.error) return <ErrorNote error={rejected.error} />;
  if (!rejected.data) return <Loading lines={2} />;
  const { file, head } = rejected.data;
  const why = (reason = ''): string => {
    const [field = '', code = ''] = reason.split(': ');
    return code in texts.errors.fields ? `${field} ${texts.errors.fields[code] ?? ''}` : reason;
  };
  return (
    <Alert color="orange" title={texts.group.rejectedShow}>
      <Stack gap="sm" align="flex-start">
        <Listing minWidth={420} heads={[texts.group.line, texts.group.why, texts.group.text]}>
          {head.rows.map(([line, reason, text]) => (
            <Table.Tr key={line}>
              <Table.Td className="numbers">{line}</Table.Td>
              <Table.Td>{why(reason)}</Table.Td>
              <Table.Td>
                <Code>{text}</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Listing>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          onClick={() => saveAs(file, 'rejected.csv')}
        >
          {texts.group.rejectedSave}
        </Button>
      </Stack>
    </Alert>
  );
}

function Members({ groupId }: { groupId: string }) {
  const texts = useTexts();
  const { day } = useFormat();
  const { client } = useSession();
  const mayWrite = useMay('write');
  const [words, setWords] = useState('');
  const [identifier] = useDebouncedValue(words.trim(), 400);
  const [leaving, setLeaving] = useState<Schemas['Subscriber'] | null>(null);
  const members = useMembers(groupId, identifier);
  const rows = members.data?.pages.flatMap(({ items }) => items) ?? [];
  const remove = useAct({
    act: (subscriberId: string) =>
      client.delete('/subscribers', { body: { groupId, subscriberIds: [subscriberId] } }),
    changes: ['members', 'groups'],
    silent: true,
  });
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.groups.members}</Title>
        <TextInput
          type="search"
          aria-label={texts.group.search}
          placeholder={texts.group.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          w={{ base: '100%', sm: 260 }}
        />
      </Group>
      {members.error ? (
        <ErrorNote error={members.error} />
      ) : members.isPending ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Paper className="pane">
          <Text c="dimmed">{identifier === '' ? texts.group.membersEmpty : texts.group.noMatch}</Text>
        </Paper>
      ) : (
        <Stack gap="sm">
          <Paper className="pane" p={0}>
            <Table.ScrollContainer minWidth={560}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{texts.group.address}</Table.Th>
                    <Table.Th>{texts.group.data}</Table.Th>
                    <Table.Th>{texts.group.since}</Table.Th>
                    <Table.Th w={56}>
                      <VisuallyHidden>{texts.more}</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((each) => (
                    <Table.Tr key={each._id}>
                      <Table.Td>
                        <Group gap={8} wrap="nowrap">
                          <ChannelIcon channel={each.integration} />
                          {each.identifier}
                        </Group>
                      </Table.Td>
                      <Table.Td>
                        <Text size="sm" c="dimmed" lineClamp={1}>
                          {Object.entries(each.extraData)
                            .map(([key, value]) => `${key}: ${asText(value)}`)
                            .join(', ')}
                        </Text>
                      </Table.Td>
                      <Table.Td>{day(each.createdAt)}</Table.Td>
                      <Table.Td>
                        {mayWrite && (
                          <ActionIcon
                            variant="subtle"
                            color="gray"
                            aria-label={`${texts.group.remove}: ${each.identifier}`}
                            onClick={() => setLeaving(each)}
                          >
                            <IconTrash size={16} />
                          </ActionIcon>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Paper>
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {texts.zone(timeZone)}
            </Text>
            {members.hasNextPage && (
              <Button
                variant="default"
                loading={members.isFetchingNextPage}
                onClick={() => void members.fetchNextPage()}
              >
                {texts.loadMore}
              </Button>
            )}
          </Group>
        </Stack>
      )}
      {leaving && (
        <Confirm
          title={texts.group.removeTitle}
          verb={texts.group.remove}
          act={() => remove.mutateAsync(leaving._id)}
          onClose={() => setLeaving(null)}
        >
          {leaving.identifier}
        </Confirm>
      )}
    </section>
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function AddPerson({ slug, onClose }: { slug: string; onClose: () => void }) {
  const texts = useTexts();
  const { client } = useSession();
  const [channel, setChannel] = useState<Schemas['Channel']>('EMAIL');
  const [identifier, setIdentifier] = useState('');
  const [data, setData] = useState('');
  const add = useAct({
    act: () => {
      const pairs = data.split('\n').map((line) => line.split('='));
      const extraData = Object.fromEntries(
        pairs
          .filter(([key]) => key?.trim())
          .map(([key = '', ...value]) => [key.trim(), value.join('=').trim()]),
      );
      const body = { integration: channel, identifier, groupSlug: slug, extraData };
      return client.post('/subscribers', { body });
    },
    changes: ['members', 'groups'],
    silent: true,
    done: () => {
      tell(texts, texts.group.added1);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    add.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={texts.group.add} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <SegmentedControl
            aria-label={texts.group.channel}
            value={channel}
            onChange={(value) => setChannel(value)}
            data={channels.map((value) => ({ value, label: texts.channels[value] }))}
          />
          <TextInput
            label={texts.group.address}
            value={identifier}
            onChange={(event) => setIdentifier(event.currentTarget.value)}
            required
            data-autofocus
          />
          <Textarea
            label={texts.group.data}
            description={texts.group.dataHint}
            value={data}
            onChange={(event) => setData(event.currentTarget.value)}
            autosize
            minRows={2}
          />
          {add.error && <ErrorNote error={add.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {texts.group.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
