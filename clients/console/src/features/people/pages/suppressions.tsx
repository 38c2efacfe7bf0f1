import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Table, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMoodSmile, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { May } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { usePeopleTexts } from '../texts';
import { useReasonTexts } from '../../../texts/reasons';
import { isErased } from '../components/person-link';
import { AddressCell } from '../components/address-cell';
import { AddressList, useAddressFilter } from '../components/address-list';
import { Empty, PageHead } from '../../../ui/page';
import { channels } from '../../../ui/states';
import { AddSuppression, HistoryOf, LiftForm, type Liftable } from '../components/suppression-forms';
import { useSuppressions } from '../api/suppressions';

type Channel = Schemas['Channel'];
type Reason = Schemas['SuppressionReason'];

const reasons = ['UNSUBSCRIBED', 'COMPLAINED', 'STOPPED', 'BOUNCED', 'MANUAL'] as const;
const colors: Readonly<Record<Reason, string>> = {
  ...({ UNSUBSCRIBED: 'orange', COMPLAINED: 'red', STOPPED: 'orange' } as const),
  ...({ BOUNCED: 'gray', MANUAL: 'blue' } as const),
};

/** The suppression list, with reasons. */
export function SuppressionsPage() {
  const texts = useTexts();
  const { suppressions, group } = usePeopleTexts();
  const { suppressions: suppressionTexts } = useReasonTexts();
  const by = useAddressFilter<Channel, Reason>();
  const [isAdding, adding] = useDisclosure(false);
  const [lifted, setLifted] = useState<Liftable | null>(null);
  const [remembered, setRemembered] = useState<Liftable | null>(null);
  const { kind: reason, ...narrowed } = by.narrowed;
  const list = useSuppressions({ ...narrowed, ...(reason && { reason }) });
  return (
    <>
      <PageHead title={suppressions.title}>
        <May scope="write">
          <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
            {suppressions.add}
          </Button>
        </May>
      </PageHead>
      <AddressList<Schemas['Suppression'], Channel, Reason>
        lead={suppressions.lead}
        by={by}
        list={list}
        channels={channels}
        kinds={{
          label: suppressions.reason,
          any: suppressions.anyReason,
          names: suppressionTexts.reasons,
          values: reasons,
        }}
        empty={
          <Empty
            icon={<IconMoodSmile size={44} stroke={1.4} />}
            title={suppressions.emptyTitle}
            action={
              <May scope="write">
                <Button variant="default" leftSection={<IconPlus size={16} />} onClick={adding.open}>
                  {suppressions.add}
                </Button>
              </May>
            }
          >
            {suppressions.emptyText}
          </Empty>
        }
        noMatch={suppressions.noMatch}
        minWidth={680}
        heads={[group.address, suppressions.reason, suppressions.since, texts.actions]}
      >
        {(each) => <Row key={each._id} suppression={each} onHistory={setRemembered} onLift={setLifted} />}
      </AddressList>
      {isAdding && <AddSuppression onClose={adding.close} />}
      {lifted && <LiftForm suppression={lifted} onClose={() => setLifted(null)} />}
      {remembered && <HistoryOf address={remembered} onClose={() => setRemembered(null)} />}
    </>
  );
}

interface RowProps {
  suppression: Schemas['Suppression'];
  onHistory: (suppression: Liftable) => void;
  onLift: (suppression: Liftable) => void;
}

function Row({ suppression, onHistory, onLift }: RowProps) {
  const texts = useTexts();
  const { suppressions } = usePeopleTexts();
  const { suppressions: suppressionTexts } = useReasonTexts();
  const { time } = useFormat();
  const { _id: id, channel, identifier, reason, sender, createdAt } = suppression;
  const hasAddress = !isErased(identifier);
  const name = hasAddress ? identifier : suppressions.erased;
  return (
    <Table.Tr>
      <Table.Td>
        <AddressCell channel={channel} identifier={identifier} />
      </Table.Td>
      <Table.Td>
        <Tooltip label={suppressions.causes[reason]} multiline maw={320}>
          <Badge variant="light" tt="none" radius="sm" color={colors[reason]} miw="max-content">
            {suppressionTexts.reasons[reason]}
          </Badge>
        </Tooltip>
        {sender !== null && (
          <Text size="xs" c="dimmed">
            {suppressions.reportedTo(sender)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{time(createdAt)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {hasAddress && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={suppressions.historyOf(`${identifier} · ${texts.channels[channel]}`)}
              onClick={() => onHistory({ id, channel, identifier, reason })}
            >
              {suppressions.history}
            </Button>
          )}
          <May scope="consent">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={suppressions.liftOf(`${name} · ${texts.channels[channel]}`)}
              onClick={() => onLift({ id, channel, identifier: name, reason })}
            >
              {suppressions.lift}
            </Button>
          </May>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
