import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Drawer,
  Group,
  Menu,
  Modal,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconDots, IconPlus, IconRefresh, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useMay, useSession } from '../../../app/session/session';
import { timeZone, useFormat, useTexts } from '../../../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { notify, useAction } from '../../../ui/action';
import { type Once, ShownOnce, useShownOnce } from './new-key';
import { Empty, ErrorNote, Listing, Loading } from '../../../ui/page';
import { NextPage, usePages } from '../../../ui/paged';

type Webhook = Schemas['Webhook'];
type Type = Webhook['eventTypes'][number];

/** The user's webhook endpoints. */
export function Webhooks() {
  const texts = useTexts();
  const words = texts.webhooks;
  const { client } = useSession();
  const isAdmin = useMay('admin');
  const [isAdding, adding] = useDisclosure(false);
  const list = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => client.get('/webhooks', { signal }),
  });
  if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Loading lines={3} />;
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      {words.add}
    </Button>
  );
  return (
    <Stack>
      {list.data.length === 0 ? (
        <Empty icon={<IconWebhook size={40} />} title={words.emptyTitle} action={add}>
          {words.empty}
        </Empty>
      ) : (
        <>
          <Group justify="space-between">
            <Text c="dimmed" maw={620}>
              {words.hint}
            </Text>
            {add}
          </Group>
          {list.data.map((each) => (
            <Endpoint key={each._id} endpoint={each} isAdmin={isAdmin} />
          ))}
        </>
      )}
      {isAdding && <EndpointForm onClose={adding.close} />}
    </Stack>
  );
}

function stateOf({ disabledFor, failingSince }: Webhook): 'works' | 'fails' | 'USER' | 'FAILURES' | 'GONE' {
  return disabledFor ?? (failingSince === null ? 'works' : 'fails');
}

const colors = { works: 'teal', fails: 'yellow', USER: 'gray', FAILURES: 'red', GONE: 'red' } as const;

type Open = 'edit' | 'rotate' | 'delete' | 'attempts';

function Endpoint({ endpoint, isAdmin }: { endpoint: Webhook; isAdmin: boolean }) {
  const texts = useTexts();
  const words = texts.webhooks;
  const { time } = useFormat();
  const { client } = useSession();
  const [open, setOpen] = useState<Open | null>(null);
  const { _id: id, url, description, eventTypes, disabledFor, failingSince } = endpoint;
  const state = stateOf(endpoint);
  const close = () => setOpen(null);
  const test = useAction({
    action: () => client.post('/webhooks/{id}/test', { path: { id } }),
    changes: ['webhooks', 'attempts'],
  });
  const turn = useAction({
    action: (disabled: boolean) => client.patch('/webhooks/{id}', { path: { id }, body: { disabled } }),
    changes: ['webhooks'],
  });
  const remove = useAction({
    action: () => client.delete('/webhooks/{id}', { path: { id } }),
    changes: ['webhooks'],
    silent: true,
  });
  return (
    <Paper className="pane" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
            <Badge variant="light" tt="none" radius="sm" color={colors[state]}>
              {words.states[state]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {[description, words.told(eventTypes.length)].filter(Boolean).join(' · ')}
          </Text>
          {failingSince !== null && <Text size="sm">{words.failing(time(failingSince))}</Text>}
          {disabledFor !== null && disabledFor !== 'USER' && <Text size="sm">{words.disabledHint}</Text>}
        </Stack>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setOpen('attempts')}>
            {words.attempts}
          </Button>
          {isAdmin && (
            <>
              <Button
                variant="default"
                size="xs"
                loading={test.isPending}
                onClick={() => test.mutate(undefined)}
              >
                {texts.settings.test}
              </Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" size="xs" px={8} aria-label={words.more(url)}>
                    <IconDots size={16} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setOpen('edit')}>{texts.edit}</Menu.Item>
                  <Menu.Item onClick={() => turn.mutate(disabledFor === null)}>
                    {disabledFor === null ? words.disable : words.enable}
                  </Menu.Item>
                  <Menu.Item onClick={() => setOpen('rotate')}>{words.rotate}</Menu.Item>
                  <Menu.Item color="red" onClick={() => setOpen('delete')}>
                    {texts.delete}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )}
        </Group>
      </Group>
      {test.data && (
        <Alert
          role="status"
          mt="sm"
          color={test.data.ok ? 'teal' : 'red'}
          title={test.data.ok ? words.testOk : words.testFailed}
        >
          {outcomeOf(test.data, words)}
        </Alert>
      )}
      {open === 'edit' && <EndpointForm endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <Rotate endpoint={endpoint} onClose={close} />}
      {open === 'attempts' && <Attempts endpoint={endpoint} isAdmin={isAdmin} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={words.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(undefined)}
          onClose={close}
        >
          {words.deleteText(url)}
        </Confirm>
      )}
    </Paper>
  );
}

/** Creates or changes an endpoint. A new secret is shown once. */
function EndpointForm({ endpoint, onClose }: { endpoint?: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const words = texts.webhooks;
  const { client } = useSession();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState<string[]>(endpoint?.eventTypes ?? ['campaign.completed']);
  const [batch, setBatch] = useState(endpoint?.batch ?? true);
  const all = Object.keys(words.types) as Type[];
  const save = useAction({
    action: async (): Promise<Schemas['NewWebhook'] | null> => {
      const body = {
        url: url.trim(),
        description: description.trim() === '' ? null : description.trim(),
        eventTypes: all.filter((type) => types.includes(type)),
        batch,
      };
      if (!endpoint) return client.post('/webhooks', { body });
      await client.patch('/webhooks/{id}', { path: { id: endpoint._id }, body });
      return null;
    },
    changes: ['webhooks'],
    silent: true,
    done: (made) => {
      if (made === null) onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const { close, once } = useShownOnce(save.data?.secret !== undefined, onClose);
  const title = endpoint ? texts.edit : words.add;
  if (save.data)
    return (
      <Modal
        opened
        onClose={close}
        title={title}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Secret secret={save.data.secret} once={once} />
      </Modal>
    );
  return (
    <Modal opened size="lg" onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={words.url}
            description={words.urlHint}
            type="url"
            placeholder="https://example.com/carillon"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            required
            data-autofocus
          />
          <TextInput
            label={words.description}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={200}
          />
          <Checkbox.Group label={words.tellOf} value={types} onChange={setTypes}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={6} mt={6}>
              {all.map((type) => (
                <Checkbox key={type} value={type} label={words.types[type]} description={type} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          {types.some((type) => type.startsWith('delivery.')) && (
            <Switch
              label={words.batch}
              description={words.batchHint}
              checked={batch}
              onChange={(event) => setBatch(event.currentTarget.checked)}
            />
          )}
          {save.error && <ErrorNote error={save.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending} disabled={types.length === 0}>
              {endpoint ? texts.save : words.create}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Undefined: the response with it was lost, and the API doesn't return it again. */
function Secret({ secret, once }: { secret: string | undefined; once: Once }) {
  const { webhooks: words } = useTexts();
  return secret === undefined ? (
    <Alert color="red" title={words.secretLost} />
  ) : (
    <ShownOnce value={secret} warning={words.secretOnce} {...once} />
  );
}

function Rotate({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const words = texts.webhooks;
  const { client } = useSession();
  const rotate = useAction({
    action: () => client.post('/webhooks/{id}/secret/rotate', { path: { id: endpoint._id } }),
    changes: ['webhooks'],
    silent: true,
  });
  const { close, once } = useShownOnce(rotate.data?.secret !== undefined, onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={words.rotate}
      closeOnClickOutside={!rotate.data}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {rotate.data ? (
        <Secret secret={rotate.data.secret} once={once} />
      ) : (
        <Stack>
          <Text size="sm">{words.rotateText}</Text>
          {rotate.error && <ErrorNote error={rotate.error} />}
          <DialogButtons onClose={onClose}>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
              {words.rotate}
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </Modal>
  );
}

type Attempt = Schemas['WebhookAttempt'];

/** The status of the response, or why there was none. */
function outcomeOf(
  { status, error }: Pick<Attempt, 'status' | 'error'>,
  words: { answered: (status: number) => string },
) {
  return [status !== null && words.answered(status), error].filter(Boolean).join(' · ');
}

const TEST = 'webhook.test';

/** A later release may have more types. */
function nameOf(
  type: string,
  { types, test }: { types: Readonly<Record<string, string>>; test: string },
): string {
  return type === TEST ? test : (types[type] ?? type);
}

/** The messages to an endpoint, newest first, with a button to resend them. */
function Attempts({
  endpoint,
  isAdmin,
  onClose,
}: {
  endpoint: Webhook;
  isAdmin: boolean;
  onClose: () => void;
}) {
  const texts = useTexts();
  const words = texts.webhooks;
  const { time, number } = useFormat();
  const { client } = useSession();
  const [which, setWhich] = useState('all');
  const [isReplaying, replaying] = useDisclosure(false);
  const path = { id: endpoint._id };
  const list = usePages(['attempts', endpoint._id, which], (cursor, signal) => {
    const query = { cursor, ...(which === 'failed' && { ok: 'false' as const }) };
    return client.page('/webhooks/{id}/attempts', { path, query, signal });
  });
  const again = useAction({
    action: (messageId: string) => client.post('/webhooks/{id}/replay', { path, body: { messageId } }),
    changes: ['attempts'],
    done: () => notify(texts, words.replayed),
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={words.attemptsOf(endpoint.url)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack>
        <Group justify="space-between">
          <SegmentedControl
            aria-label={words.attempts}
            value={which}
            onChange={setWhich}
            data={[
              { value: 'all', label: words.all },
              { value: 'failed', label: words.failed },
            ]}
          />
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              loading={list.isRefetching}
              onClick={() => void list.refetch()}
            >
              {words.refresh}
            </Button>
            {isAdmin && (
              <Button variant="default" onClick={replaying.open}>
                {words.replaySpan}
              </Button>
            )}
          </Group>
        </Group>
        {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
        {list.isPending ? (
          <Loading lines={4} />
        ) : rows.length === 0 ? (
          <Text c="dimmed">{which === 'all' ? words.noAttempts : words.noFailures}</Text>
        ) : (
          <Listing minWidth={640} heads={[words.at, words.event, words.outcome, words.took, words.again]}>
            {rows.map((each) => (
              <Table.Tr key={each._id}>
                <Table.Td>{time(each.at)}</Table.Td>
                <Table.Td>{nameOf(each.type, words)}</Table.Td>
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    {!each.ok && <IconAlertCircle size={16} color="var(--mantine-color-red-7)" aria-hidden />}
                    {outcomeOf(each, words)}
                  </Group>
                  {each.nextTryAt !== null && (
                    <Text size="xs" c="dimmed">
                      {words.nextTry(time(each.nextTryAt))}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{words.milliseconds(number(each.durationMs))}</Table.Td>
                <Table.Td>
                  {isAdmin && each.type !== TEST && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${words.again}: ${each.messageId}`}
                      onClick={() => again.mutate(each.messageId)}
                    >
                      {words.again}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Listing>
        )}
        <NextPage list={list} />
      </Stack>
      {isReplaying && <ReplaySpan endpoint={endpoint} onClose={replaying.close} />}
    </Drawer>
  );
}

const AN_HOUR_MS = 3_600_000;

/** A time as a field for times has it, in the reader's zone: `2026-03-02T13:00`. */
function typedTime(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}

/** Has all that happened in a span sent again. */
function ReplaySpan({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const words = texts.webhooks;
  const { client } = useSession();
  const [since, setSince] = useState(() => typedTime(Date.now() - AN_HOUR_MS));
  const [until, setUntil] = useState('');
  const replay = useAction({
    action: () =>
      client.post('/webhooks/{id}/replay', {
        path: { id: endpoint._id },
        body: {
          since: new Date(since).toISOString(),
          ...(until !== '' && { until: new Date(until).toISOString() }),
        },
      }),
    changes: ['attempts'],
    silent: true,
    done: () => {
      notify(texts, words.replayed);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    replay.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={words.replaySpan} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{words.replayText}</Text>
          <TextInput
            type="datetime-local"
            label={words.since}
            description={texts.zone(timeZone)}
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            required
          />
          <TextInput
            type="datetime-local"
            label={words.until}
            description={words.untilHint}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          {replay.error && <ErrorNote error={replay.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={replay.isPending} disabled={until !== '' && since >= until}>
              {words.again}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
