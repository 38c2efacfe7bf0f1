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
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { timeZone, useFormat, useTexts } from '../../../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { notify } from '../../../ui/action';
import { type Once, ShownOnce, useShownOnce } from './new-key';
import { Empty, ErrorNote, Listing, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import {
  useAttempts,
  useCreateWebhook,
  useDeleteWebhook,
  useReplay,
  useRotateSecret,
  useTestWebhook,
  useUpdateWebhook,
  useWebhooks,
} from '../api/webhooks';

type Webhook = Schemas['Webhook'];
type Type = Webhook['eventTypes'][number];

/** The user's webhook endpoints. */
export function Webhooks() {
  const texts = useTexts();
  const labels = texts.webhooks;
  const isAdmin = useMay('admin');
  const [isAdding, adding] = useDisclosure(false);
  const list = useWebhooks();
  if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Loading lines={3} />;
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      {labels.add}
    </Button>
  );
  return (
    <Stack>
      {list.data.length === 0 ? (
        <Empty icon={<IconWebhook size={40} />} title={labels.emptyTitle} action={add}>
          {labels.empty}
        </Empty>
      ) : (
        <>
          <Group justify="space-between">
            <Text c="dimmed" maw={620}>
              {labels.hint}
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
  const labels = texts.webhooks;
  const { time } = useFormat();
  const [open, setOpen] = useState<Open | null>(null);
  const { _id: id, url, description, eventTypes, disabledFor, failingSince } = endpoint;
  const state = stateOf(endpoint);
  const close = () => setOpen(null);
  const test = useTestWebhook();
  const turn = useUpdateWebhook();
  const remove = useDeleteWebhook({ silent: true });
  return (
    <Paper className="pane" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
            <Badge variant="light" tt="none" radius="sm" color={colors[state]}>
              {labels.states[state]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {[description, labels.eventCount(eventTypes.length)].filter(Boolean).join(' · ')}
          </Text>
          {failingSince !== null && <Text size="sm">{labels.failing(time(failingSince))}</Text>}
          {disabledFor !== null && disabledFor !== 'USER' && <Text size="sm">{labels.disabledHint}</Text>}
        </Stack>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setOpen('attempts')}>
            {labels.attempts}
          </Button>
          {isAdmin && (
            <>
              <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate(id)}>
                {texts.settings.test}
              </Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" size="xs" px={8} aria-label={labels.more(url)}>
                    <IconDots size={16} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setOpen('edit')}>{texts.edit}</Menu.Item>
                  <Menu.Item onClick={() => turn.mutate({ id, disabled: disabledFor === null })}>
                    {disabledFor === null ? labels.disable : labels.enable}
                  </Menu.Item>
                  <Menu.Item onClick={() => setOpen('rotate')}>{labels.rotate}</Menu.Item>
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
          title={test.data.ok ? labels.testOk : labels.testFailed}
        >
          {outcomeOf(test.data, labels)}
        </Alert>
      )}
      {open === 'edit' && <EndpointForm endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <Rotate endpoint={endpoint} onClose={close} />}
      {open === 'attempts' && <Attempts endpoint={endpoint} isAdmin={isAdmin} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={labels.deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(id)}
          onClose={close}
        >
          {labels.deleteText(url)}
        </Confirm>
      )}
    </Paper>
  );
}

/** Creates or changes an endpoint. A new secret is shown once. */
function EndpointForm({ endpoint, onClose }: { endpoint?: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const labels = texts.webhooks;
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState<string[]>(endpoint?.eventTypes ?? ['campaign.completed']);
  const [batch, setBatch] = useState(endpoint?.batch ?? true);
  const all = Object.keys(labels.types) as Type[];
  const create = useCreateWebhook({ silent: true });
  const update = useUpdateWebhook({ silent: true, done: onClose });
  const error = create.error ?? update.error;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const body = {
      url: url.trim(),
      description: description.trim() === '' ? null : description.trim(),
      eventTypes: all.filter((type) => types.includes(type)),
      batch,
    };
    if (endpoint) update.mutate({ id: endpoint._id, ...body });
    else create.mutate(body);
  };
  const { close, once } = useShownOnce(create.data?.secret !== undefined, onClose);
  const title = endpoint ? texts.edit : labels.add;
  if (create.data)
    return (
      <Modal
        opened
        onClose={close}
        title={title}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Secret secret={create.data.secret} once={once} />
      </Modal>
    );
  return (
    <Modal opened size="lg" onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={labels.url}
            description={labels.urlHint}
            type="url"
            placeholder="https://example.com/carillon"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            required
            data-autofocus
          />
          <TextInput
            label={labels.description}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={200}
          />
          <Checkbox.Group label={labels.events} value={types} onChange={setTypes}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={6} mt={6}>
              {all.map((type) => (
                <Checkbox key={type} value={type} label={labels.types[type]} description={type} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          {types.some((type) => type.startsWith('delivery.')) && (
            <Switch
              label={labels.batch}
              description={labels.batchHint}
              checked={batch}
              onChange={(event) => setBatch(event.currentTarget.checked)}
            />
          )}
          {error && <ErrorNote error={error} />}
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={create.isPending || update.isPending}
              disabled={types.length === 0}
            >
              {endpoint ? texts.save : labels.create}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Undefined: the response with it was lost, and the API doesn't return it again. */
function Secret({ secret, once }: { secret: string | undefined; once: Once }) {
  const { webhooks: labels } = useTexts();
  return secret === undefined ? (
    <Alert color="red" title={labels.secretLost} />
  ) : (
    <ShownOnce value={secret} warning={labels.secretOnce} {...once} />
  );
}

function Rotate({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const labels = texts.webhooks;
  const rotate = useRotateSecret({ silent: true });
  const { close, once } = useShownOnce(rotate.data?.secret !== undefined, onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={labels.rotate}
      closeOnClickOutside={!rotate.data}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {rotate.data ? (
        <Secret secret={rotate.data.secret} once={once} />
      ) : (
        <Stack>
          <Text size="sm">{labels.rotateText}</Text>
          {rotate.error && <ErrorNote error={rotate.error} />}
          <DialogButtons onClose={onClose}>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(endpoint._id)}>
              {labels.rotate}
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
  labels: { answered: (status: number) => string },
) {
  return [status !== null && labels.answered(status), error].filter(Boolean).join(' · ');
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
  const labels = texts.webhooks;
  const { time, number } = useFormat();
  const [which, setWhich] = useState<'all' | 'failed'>('all');
  const [isReplaying, replaying] = useDisclosure(false);
  const list = useAttempts(endpoint._id, which);
  const again = useReplay({ done: () => notify(texts, labels.replayed) });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={labels.attemptsOf(endpoint.url)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack>
        <Group justify="space-between">
          <SegmentedControl
            aria-label={labels.attempts}
            value={which}
            onChange={setWhich}
            data={[
              { value: 'all', label: labels.all },
              { value: 'failed', label: labels.failed },
            ]}
          />
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              loading={list.isRefetching}
              onClick={() => void list.refetch()}
            >
              {labels.refresh}
            </Button>
            {isAdmin && (
              <Button variant="default" onClick={replaying.open}>
                {labels.replaySpan}
              </Button>
            )}
          </Group>
        </Group>
        {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
        {list.isPending ? (
          <Loading lines={4} />
        ) : rows.length === 0 ? (
          <Text c="dimmed">{which === 'all' ? labels.noAttempts : labels.noFailures}</Text>
        ) : (
          <Listing
            minWidth={640}
            heads={[labels.at, labels.event, labels.outcome, labels.took, labels.again]}
          >
            {rows.map((each) => (
              <Table.Tr key={each._id}>
                <Table.Td>{time(each.at)}</Table.Td>
                <Table.Td>{nameOf(each.type, labels)}</Table.Td>
                <Table.Td>
                  <Group gap={6} wrap="nowrap">
                    {!each.ok && <IconAlertCircle size={16} color="var(--mantine-color-red-7)" aria-hidden />}
                    {outcomeOf(each, labels)}
                  </Group>
                  {each.nextTryAt !== null && (
                    <Text size="xs" c="dimmed">
                      {labels.nextTry(time(each.nextTryAt))}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{labels.milliseconds(number(each.durationMs))}</Table.Td>
                <Table.Td>
                  {isAdmin && each.type !== TEST && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${labels.again}: ${each.messageId}`}
                      onClick={() => again.mutate({ id: endpoint._id, messageId: each.messageId })}
                    >
                      {labels.again}
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
  const labels = texts.webhooks;
  const [since, setSince] = useState(() => typedTime(Date.now() - AN_HOUR_MS));
  const [until, setUntil] = useState('');
  const replay = useReplay({
    silent: true,
    done: () => {
      notify(texts, labels.replayed);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    replay.mutate({
      id: endpoint._id,
      since: new Date(since).toISOString(),
      ...(until !== '' && { until: new Date(until).toISOString() }),
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={labels.replaySpan}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{labels.replayText}</Text>
          <TextInput
            type="datetime-local"
            label={labels.since}
            description={texts.zone(timeZone)}
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            required
          />
          <TextInput
            type="datetime-local"
            label={labels.until}
            description={labels.untilHint}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          {replay.error && <ErrorNote error={replay.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={replay.isPending} disabled={until !== '' && since >= until}>
              {labels.again}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
