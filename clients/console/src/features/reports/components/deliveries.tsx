import { CarillonError, type Schemas } from '@carillon/sdk';
import {
  Alert,
  Button,
  Drawer,
  Group,
  Paper,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  Timeline,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconClock, IconDownload, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { May } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { saveCsv } from '../../../ui/csv-download';
import { PersonLink } from '../../people';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useIsPhone } from '../../../ui/phone';
import { ChannelIcon, Dot, channels, states, useReason } from '../../../ui/states';
import { useDeliveries, useDelivery, useExportDeliveries } from '../api/deliveries';

type Delivery = Schemas['Delivery'];

/** The filter of deliveries; null: all. */
export interface DeliveryFilter {
  channel: Schemas['Channel'] | null;
  state: Schemas['DeliveryState'] | null;
  reason: string | null;
}

export const allDeliveries: DeliveryFilter = { channel: null, state: null, reason: null };

interface DeliveriesProps {
  /** The text if there are no deliveries. */
  emptyText: string;
  campaignId: string;
  /** The reasons that occur, to choose from. */
  reasons: readonly Schemas['ReportReason'][];
  isUnderWay: boolean;
  filter: DeliveryFilter;
  onFilter: (filter: DeliveryFilter) => void;
}

export function Deliveries({
  campaignId,
  reasons,
  emptyText,
  isUnderWay,
  filter,
  onFilter,
}: DeliveriesProps) {
  const texts = useTexts();
  const { time } = useFormat();
  const labelOf = useReason();
  const [address, setAddress] = useState('');
  const [identifier] = useDebouncedValue(address.trim(), 300);
  const [opened, setOpened] = useState<string | null>(null);
  const isPhone = useIsPhone();
  const { channel, state, reason } = filter;
  const chosen = {
    ...(channel !== null && { channel }),
    ...(state !== null && { state }),
    ...(reason !== null && { reason }),
  };
  const filled = { ...chosen, ...(identifier !== '' && { identifier }) };
  const deliveries = useDeliveries(campaignId, filled, isUnderWay);
  const rows = deliveries.data?.pages.flatMap(({ items }) => items) ?? [];
  const save = useExportDeliveries({
    done: (response) =>
      saveCsv(response, `deliveries-${campaignId}.csv`, { reason: texts.reasons, status: texts.states }),
  });
  const isFiltered = Object.keys(chosen).length > 0;
  const inReport = [...new Set(reasons.map((each) => each.reason))];
  const choice = reason === null || inReport.includes(reason) ? inReport : [...inReport, reason];
  return (
    <>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <TextInput
            type="search"
            aria-label={texts.report.address}
            placeholder={texts.report.address}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            w={{ base: '100%', sm: 240 }}
          />
          <Select
            aria-label={texts.report.channel}
            placeholder={texts.report.anyChannel}
            value={channel}
            onChange={(value) => onFilter({ ...filter, channel: value })}
            clearable
            data={channels.map((value) => ({ value, label: texts.channels[value] }))}
            w={{ base: '47%', sm: 150 }}
          />
          <Select
            aria-label={texts.report.state}
            placeholder={texts.report.anyState}
            value={state}
            onChange={(value) => onFilter({ ...filter, state: value })}
            clearable
            data={states.map((value) => ({ value, label: texts.states[value] }))}
            w={{ base: '47%', sm: 150 }}
          />
          <Select
            aria-label={texts.report.reason}
            placeholder={texts.reportPage.anyReason}
            value={reason}
            onChange={(value) => onFilter(withReason(filter, value, reasons))}
            clearable
            searchable
            data={choice.map((value) => ({ value, label: labelOf(value) }))}
            w={{ base: '100%', sm: 220 }}
          />
          <May scope="write">
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              loading={save.isPending}
              onClick={() => save.mutate({ campaignId, ...chosen })}
            >
              {texts.reportPage.export}
            </Button>
          </May>
        </Group>
        {deliveries.error && isIncomplete(deliveries.error) ? (
          <Text c="dimmed" role="status">
            {texts.reportPage.wholeAddress}
          </Text>
        ) : deliveries.isLoadingError ? (
          <ErrorNote error={deliveries.error} retry={() => void deliveries.refetch()} />
        ) : deliveries.isPending ? (
          <Loading lines={4} />
        ) : (
          <Paper className="pane" p={0}>
            {rows.length === 0 ? (
              <Group p="md">
                <Text c="dimmed">{emptyText}</Text>
                {isFiltered && (
                  <Button variant="subtle" size="compact-sm" onClick={() => onFilter(allDeliveries)}>
                    {texts.reportPage.clear}
                  </Button>
                )}
              </Group>
            ) : isPhone ? (
              <ul className="rows" style={{ padding: 0 }} aria-label={texts.report.deliveries}>
                {rows.map((each) => (
                  <PhoneRow key={each._id} delivery={each} onOpen={() => setOpened(each._id)} />
                ))}
              </ul>
            ) : (
              <Listing
                minWidth={620}
                heads={[
                  texts.report.identifier,
                  texts.report.channel,
                  texts.report.state,
                  texts.report.reason,
                  texts.report.time,
                ]}
              >
                {rows.map((each) => (
                  <Table.Tr key={each._id}>
                    <Table.Td>
                      <UnstyledButton
                        className="row-link"
                        fz="sm"
                        aria-haspopup="dialog"
                        onClick={() => setOpened(each._id)}
                      >
                        {each.identifier}
                      </UnstyledButton>
                    </Table.Td>
                    <Table.Td>{texts.channels[each.channel]}</Table.Td>
                    <Table.Td>
                      <Group gap={8} wrap="nowrap">
                        <Dot state={each.state} />
                        {texts.states[each.state]}
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      {each.reason === null ? '–' : labelOf(each.reason)}
                      {each.nextTryAt !== null && (
                        <Text size="xs" c="dimmed">
                          {texts.reportPage.nextTry(time(each.nextTryAt))}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td className="numbers">{time(each.updatedAt)}</Table.Td>
                  </Table.Tr>
                ))}
              </Listing>
            )}
          </Paper>
        )}
        <NextPage list={deliveries} />
      </Stack>
      {opened !== null && (
        <History
          campaignId={campaignId}
          deliveryId={opened}
          listed={rows.find(({ _id }) => _id === opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** All table content and actions, without horizontal scrolling. */
function PhoneRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const texts = useTexts();
  const { time } = useFormat();
  const labelOf = useReason();
  const { identifier, channel, state, reason, nextTryAt, updatedAt } = delivery;
  return (
    <li>
      <div className="row-text">
        <UnstyledButton className="row-link" fz="sm" aria-haspopup="dialog" onClick={onOpen}>
          {identifier}
        </UnstyledButton>
        <Group gap={8}>
          <Dot state={state} />
          <Text size="sm">
            {texts.channels[channel]} · {texts.states[state]}
          </Text>
        </Group>
        {reason !== null && <Text size="sm">{labelOf(reason)}</Text>}
        {nextTryAt !== null && (
          <Text size="xs" c="dimmed">
            {texts.reportPage.nextTry(time(nextTryAt))}
          </Text>
        )}
        <Text size="xs" c="dimmed" className="numbers">
          {time(updatedAt)}
        </Text>
      </div>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onOpen}>
        {texts.reportPage.details}
      </Button>
    </li>
  );
}

/** A reason that occurs in only one state also selects that state, because an index finds deliveries by state. */
function withReason(
  filter: DeliveryFilter,
  reason: string | null,
  reasons: DeliveriesProps['reasons'],
): DeliveryFilter {
  const [state, ...others] = new Set(
    reasons.filter((each) => each.reason === reason).map((row) => row.state),
  );
  return { ...filter, reason, ...(state !== undefined && others.length === 0 && { state }) };
}

/** Whether the typed address is incomplete. */
function isIncomplete(error: unknown): boolean {
  return error instanceof CarillonError && error.fields.some(({ field }) => field.endsWith('identifier'));
}

interface HistoryProps {
  campaignId: string;
  deliveryId: string;
  /** The delivery as the list shows it. */
  listed: Delivery | undefined;
  onClose: () => void;
}

/** The history and the future of a delivery to one person on one channel. */
function History({ campaignId, deliveryId, listed, onClose }: HistoryProps) {
  const texts = useTexts();
  const found = useDelivery(campaignId, deliveryId, listed);
  const delivery = found.data;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={delivery ? texts.reportPage.history(delivery.identifier) : ''}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {delivery && <Steps delivery={delivery} />}
    </Drawer>
  );
}

function Steps({ delivery }: { delivery: Delivery }) {
  const texts = useTexts();
  const { time, number } = useFormat();
  const labelOf = useReason();
  const { state, reason, attempts } = delivery;
  const tried = texts.reportPage.attempts(attempts);
  const isOver =
    state === 'FAILED' || state === 'SKIPPED' || state === 'UNCONFIRMED' || state === 'CANCELLED';
  const steps: { title: string; at: string; more?: ReactNode; state?: Delivery['state'] }[] = [
    { title: texts.reportPage.planned, at: delivery.createdAt },
    ...(delivery.sentAt === null
      ? []
      : [{ title: texts.reportPage.sent, at: delivery.sentAt, more: tried, state: 'SENT' as const }]),
    ...(delivery.deliveredAt === null
      ? []
      : [{ title: texts.reportPage.delivered, at: delivery.deliveredAt, state: 'DELIVERED' as const }]),
    ...(delivery.readAt === null
      ? []
      : [{ title: texts.reportPage.read, at: delivery.readAt, state: 'READ' as const }]),
    ...(delivery.openedAt === null ? [] : [{ title: texts.engagement.opened, at: delivery.openedAt }]),
    ...(delivery.clickedAt === null ? [] : [{ title: texts.engagement.clicked, at: delivery.clickedAt }]),
    ...(isOver
      ? [
          {
            title: texts.reportPage.ended[state],
            at: delivery.updatedAt,
            more: [reason && labelOf(reason), attempts > 0 && tried].filter(Boolean).join(' · '),
            state,
          },
        ]
      : []),
    ...(state === 'QUEUED' && reason !== null
      ? [{ title: texts.reportPage.failedOnce(tried), at: delivery.updatedAt, more: labelOf(reason), state }]
      : []),
  ];
  const facts = [
    [texts.reportPage.providerCode, delivery.providerCode],
    [texts.reportPage.providerId, delivery.providerId],
    [texts.channels.SMS, delivery.segments === null ? null : texts.report.segments(delivery.segments)],
  ] as const;
  const what = adviceOn(delivery, texts.reportPage);
  return (
    <Stack>
      <Group gap={8}>
        <ChannelIcon channel={delivery.channel} />
        <Text>{texts.channels[delivery.channel]}</Text>
        <Dot state={state} />
        <Text fw={600}>{texts.states[state]}</Text>
      </Group>
      <Text size="sm">
        <PersonLink identifier={delivery.identifier}>{texts.reportPage.person}</PersonLink>
      </Text>
      <Timeline active={steps.length} bulletSize={14} lineWidth={2} color="bell">
        {steps.map((step) => (
          <Timeline.Item
            key={step.title}
            title={step.title}
            {...(step.state === 'FAILED' && { color: 'red' })}
          >
            <Text size="sm" c="dimmed">
              {time(step.at)}
            </Text>
            {step.more && <Text size="sm">{step.more}</Text>}
          </Timeline.Item>
        ))}
        {state === 'QUEUED' && (
          <Timeline.Item title={texts.reportPage.queued} lineVariant="dashed">
            {delivery.nextTryAt !== null && (
              <Text size="sm">{texts.reportPage.nextTry(time(delivery.nextTryAt))}</Text>
            )}
          </Timeline.Item>
        )}
      </Timeline>
      {what !== undefined && (
        <Alert
          color={state === 'QUEUED' ? 'yellow' : 'blue'}
          title={texts.reportPage.whatToDo}
          icon={state === 'QUEUED' ? <IconClock aria-hidden /> : undefined}
        >
          {what}
        </Alert>
      )}
      <Table variant="vertical" withTableBorder>
        <Table.Tbody>
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <Table.Tr key={name}>
                  <Table.Th>{name}</Table.Th>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
                </Table.Tr>
              ),
          )}
          <Table.Tr>
            <Table.Th>{texts.reportPage.attemptsHead}</Table.Th>
            <Table.Td>{number(attempts)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

interface AdviceTexts {
  advice: Readonly<Record<string, string>>;
  doubtful: string;
  waits: string;
}

/** The next steps for a state; undefined: none. */
export function adviceOn(
  { state, reason }: { state: Schemas['DeliveryState']; reason: string | null },
  { advice, doubtful, waits }: AdviceTexts,
): string | undefined {
  if (reason === null) return undefined;
  if (state === 'QUEUED') return waits;
  return state === 'UNCONFIRMED' ? doubtful : advice[reason];
}
