import type { Schemas } from '@carillon/sdk';
import { Button, Drawer, Group, Modal, SegmentedControl, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { timeZone, useFormat, useTexts } from '../../../../texts';
import { useSettingsTexts } from '../../texts';
import { DialogButtons } from '../../../../ui/confirm';
import { notify } from '../../../../ui/action';
import { ErrorNote, Listing, Loading } from '../../../../ui/page';
import { NextPage } from '../../../../ui/paged';
import { useAttempts, useReplay } from '../../api/webhooks';
import { outcomeOf } from './outcome';

type Webhook = Schemas['Webhook'];

const TEST = 'webhook.test';

/** A later release may have more types. */
function nameOf(
  type: string,
  { types, test }: { types: Readonly<Record<string, string>>; test: string },
): string {
  return type === TEST ? test : (types[type] ?? type);
}

/** The messages to an endpoint, newest first, with a button to resend them. */
export function Attempts({
  endpoint,
  isAdmin,
  onClose,
}: {
  endpoint: Webhook;
  isAdmin: boolean;
  onClose: () => void;
}) {
  const texts = useTexts();
  const { webhooks: labels } = useSettingsTexts();
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

/** The value of a `datetime-local` field, in the time zone of the browser: `2026-03-02T13:00`. */
function typedTime(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}

/** Resends the messages of a period. */
function ReplaySpan({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const { webhooks: labels } = useSettingsTexts();
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
