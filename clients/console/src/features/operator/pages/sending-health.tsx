import type { Schemas } from '@carillon/sdk';
import { Badge, Stack, Table, Text, Title } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { Empty, ErrorNote, ListingPane, Loading, PageHead } from '../../../ui/page';
import { IconHeartbeat } from '@tabler/icons-react';
import { useReason } from '../../../ui/reason';
import { ChannelIcon } from '../../../ui/states';
import { useProviderNames } from '../../settings';
import { useSendingHealth } from '../api/sending-health';
import { useOperatorTexts } from '../texts';

type Health = Schemas['SendingHealth'];

/** Workers, waiting work, and senders of any user that don't work. */
export function SendingHealthPage() {
  const { health: texts } = useOperatorTexts();
  const { time } = useFormat();
  const health = useSendingHealth();
  const { data } = health;
  return (
    <>
      <PageHead title={texts.title} />
      {health.isLoadingError ? (
        <ErrorNote error={health.error} retry={() => void health.refetch()} />
      ) : !data ? (
        <Loading lines={4} />
      ) : (
        <Stack>
          <Channels health={data} />
          <Title order={2}>{texts.senders}</Title>
          {data.senders.length === 0 ? (
            <Empty icon={<IconHeartbeat size={44} stroke={1.4} />} title={texts.emptyTitle}>
              {texts.emptyText}
            </Empty>
          ) : (
            <Senders health={data} />
          )}
          <Text size="xs" c="dimmed">
            {texts.asOf(time(data.asOf))} {data.others > 0 && texts.others(data.others)}
          </Text>
        </Stack>
      )}
    </>
  );
}

function Channels({ health }: { health: Health }) {
  const { channels } = useTexts();
  const { health: texts } = useOperatorTexts();
  const { number } = useFormat();
  return (
    <ListingPane
      minWidth={620}
      heads={[texts.channel, texts.workers, texts.sending, texts.waiting, texts.oldest]}
    >
      {health.channels.map(({ channel, workers, capacity, offered, leased, recipients, oldestSeconds }) => (
        <Table.Tr key={channel} className="numbers">
          <Table.Td>
            <ChannelIcon channel={channel} /> {channels[channel]}
          </Table.Td>
          <Table.Td>{workers === 0 ? <Badge color="red">{texts.none}</Badge> : number(workers)}</Table.Td>
          <Table.Td>{texts.batches(number(offered + leased), number(capacity))}</Table.Td>
          <Table.Td>{number(recipients)}</Table.Td>
          <Table.Td>{texts.seconds(number(Math.round(oldestSeconds)))}</Table.Td>
        </Table.Tr>
      ))}
    </ListingPane>
  );
}

function Senders({ health }: { health: Health }) {
  const { health: texts } = useOperatorTexts();
  const { number } = useFormat();
  return (
    <ListingPane
      minWidth={760}
      heads={[texts.sender, texts.state, texts.sent, texts.failed, texts.unconfirmed]}
    >
      {health.senders.map((row) => (
        <Table.Tr key={`${row.sender ?? ''} ${row.channel}`} className="numbers">
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <SenderName row={row} />
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <State row={row} />
          </Table.Td>
          {[row.sent, row.failed, row.unconfirmed].map((count, index) => (
            <Table.Td key={index}>{number(count)}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ListingPane>
  );
}

interface RowProps {
  row: Health['senders'][number];
}

function SenderName({ row: { sender, name, channel, provider, accountName } }: RowProps) {
  const { health: texts } = useOperatorTexts();
  const providers = useProviderNames();
  return (
    <>
      <Text size="sm" fw={600}>
        <ChannelIcon channel={channel} /> {name ?? (sender === null ? texts.shared : texts.deleted)}
      </Text>
      <Text size="xs" c="dimmed">
        {[provider && providers[provider], accountName].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

function State({ row: { unusable, isAccountPaused } }: RowProps) {
  const { health: texts } = useOperatorTexts();
  const { time } = useFormat();
  const labelOf = useReason();
  if (unusable)
    return (
      <>
        <Text size="sm" c="red">
          {labelOf(unusable.reason)} {unusable.providerCode}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.since(time(unusable.since), time(unusable.nextTryAt))}
        </Text>
      </>
    );
  return <Text size="sm">{isAccountPaused ? texts.accountPaused : texts.works}</Text>;
}
