import { type Schemas } from '@carillon/sdk';
import { Alert, Drawer, Group, Stack, Table, Text, Timeline } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useReportTexts } from '../texts';
import { Why } from '../../explain';
import { PersonLink, isErased } from '../../people';
import { ErrorNote } from '../../../ui/page';
import { ChannelIcon } from '../../../ui/states';
import { Dot } from '../../../ui/state-bar';
import { useReason } from '../../../ui/reason';
import { useDelivery } from '../api/deliveries';
import { adviceOn } from '../advice';

type Delivery = Schemas['Delivery'];

interface DeliveryHistoryProps {
  campaignId: string;
  deliveryId: string;
  /** The delivery as the list shows it. */
  listed: Delivery | undefined;
  onClose: () => void;
}

/** The history and the future of a delivery to one person on one channel. */
export function DeliveryHistory({ campaignId, deliveryId, listed, onClose }: DeliveryHistoryProps) {
  const texts = useTexts();
  const { reportPage } = useReportTexts();
  const found = useDelivery(campaignId, deliveryId, listed);
  const delivery = found.data;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={delivery ? reportPage.history(delivery.identifier) : ''}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {delivery && <Steps delivery={delivery} />}
    </Drawer>
  );
}

function Steps({ delivery }: { delivery: Delivery }) {
  const texts = useTexts();
  const { reportPage, engagement, report } = useReportTexts();
  const { time, number } = useFormat();
  const labelOf = useReason();
  const { state, reason, attempts } = delivery;
  const tried = reportPage.attempts(attempts);
  const isOver =
    state === 'FAILED' || state === 'SKIPPED' || state === 'UNCONFIRMED' || state === 'CANCELLED';
  const steps: { title: string; at: string; more?: ReactNode; state?: Delivery['state'] }[] = [
    { title: reportPage.planned, at: delivery.createdAt },
    ...(delivery.sentAt === null
      ? []
      : [{ title: reportPage.sent, at: delivery.sentAt, more: tried, state: 'SENT' as const }]),
    ...(delivery.deliveredAt === null
      ? []
      : [{ title: reportPage.delivered, at: delivery.deliveredAt, state: 'DELIVERED' as const }]),
    ...(delivery.readAt === null
      ? []
      : [{ title: reportPage.read, at: delivery.readAt, state: 'READ' as const }]),
    ...(delivery.openedAt === null ? [] : [{ title: engagement.opened, at: delivery.openedAt }]),
    ...(delivery.clickedAt === null ? [] : [{ title: engagement.clicked, at: delivery.clickedAt }]),
    ...(delivery.convertedAt === null ? [] : [{ title: engagement.converted, at: delivery.convertedAt }]),
    ...(isOver
      ? [
          {
            title: reportPage.ended[state],
            at: delivery.updatedAt,
            more: [reason && labelOf(reason), attempts > 0 && tried].filter(Boolean).join(' · '),
            state,
          },
        ]
      : []),
    ...(state === 'QUEUED' && reason !== null
      ? [{ title: reportPage.failedOnce(tried), at: delivery.updatedAt, more: labelOf(reason), state }]
      : []),
  ];
  const facts = [
    [reportPage.providerCode, delivery.providerCode],
    [reportPage.providerId, delivery.providerId],
    [texts.channels.SMS, delivery.segments === null ? null : report.segments(delivery.segments)],
  ] as const;
  const what = adviceOn(delivery, reportPage);
  return (
    <Stack>
      <Group gap={8}>
        <ChannelIcon channel={delivery.channel} />
        <Text>{texts.channels[delivery.channel]}</Text>
        <Dot state={state} />
        <Text fw={600}>{texts.states[state]}</Text>
      </Group>
      <Text size="sm">
        <PersonLink identifier={delivery.identifier}>{reportPage.person}</PersonLink>
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
          <Timeline.Item title={reportPage.queued} lineVariant="dashed">
            {delivery.nextTryAt !== null && (
              <Text size="sm">{reportPage.nextTry(time(delivery.nextTryAt))}</Text>
            )}
          </Timeline.Item>
        )}
      </Timeline>
      {what !== undefined && (
        <Alert
          color={state === 'QUEUED' ? 'yellow' : 'blue'}
          title={reportPage.whatToDo}
          icon={state === 'QUEUED' ? <IconClock aria-hidden /> : undefined}
        >
          {what}
        </Alert>
      )}
      {!isErased(delivery.identifier) && (
        <Why campaignId={delivery.campaign} identifier={delivery.identifier} />
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
            <Table.Th>{reportPage.attemptsHead}</Table.Th>
            <Table.Td>{number(attempts)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
