import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Paper, Select, Stack, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconMoodSmile, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { May, useSession } from '../session';
import { useFormat, useTexts } from '../texts';
import { PersonLink, isErased, isWholeAddress } from '../ui/address';
import { Empty, ErrorNote, Listing, Loading, PageHead } from '../ui/page';
import { NextPage } from '../ui/paged';
import { PeopleNav } from '../ui/people-nav';
import { ChannelIcon, channels } from '../ui/states';
import { AddSuppression, HistoryOf, LiftForm, type Liftable } from './suppression-acts';

type Channel = Schemas['Channel'];
type Reason = Schemas['SuppressionReason'];

const PAGE = 50;
const reasons = ['UNSUBSCRIBED', 'COMPLAINED', 'STOPPED', 'BOUNCED', 'MANUAL'] as const;
const colors: Readonly<Record<Reason, string>> = {
  ...({ UNSUBSCRIBED: 'orange', COMPLAINED: 'red', STOPPED: 'orange' } as const),
  ...({ BOUNCED: 'gray', MANUAL: 'blue' } as const),
};

/** Who must not be written to, and why. */
export function SuppressionsPage() {
  const texts = useTexts();
  const { client } = useSession();
  const [channel, setChannel] = useState<Channel | null>(null);
  const [reason, setReason] = useState<Reason | null>(null);
  const [words, setWords] = useState('');
  const [typed] = useDebouncedValue(words.trim(), 300);
  const identifier = isWholeAddress(typed) ? typed : '';
  const [isAdding, adding] = useDisclosure(false);
  const [lifted, setLifted] = useState<Liftable | null>(null);
  const [remembered, setRemembered] = useState<Liftable | null>(null);
  const query = {
    ...(channel !== null && { channel }),
    ...(reason !== null && { reason }),
    ...(identifier !== '' && { identifier }),
  };
  const list = useInfiniteQuery({
    queryKey: ['suppressions', query],
    queryFn: ({ pageParam, signal }) =>
      client.page('/suppressions', { query: { ...query, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.keys(query).length > 0;
  /** A part of an address finds nobody: the list is not of it. */
  const isPart = typed !== '' && identifier === '';
  return (
    <>
      <PageHead title={texts.suppressions.title}>
        <May scope="write">
          <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
            {texts.suppressions.add}
          </Button>
        </May>
      </PageHead>
      <PeopleNav />
      <Stack gap="sm">
        <Text c="dimmed">{texts.suppressions.lead}</Text>
        <Group gap="sm" align="flex-start">
          <TextInput
            type="search"
            aria-label={texts.suppressions.search}
            placeholder={texts.suppressions.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            w={{ base: '100%', sm: 280 }}
          />
          <Select
            aria-label={texts.report.channel}
            placeholder={texts.report.anyChannel}
            data={channels.map((value) => ({ value, label: texts.channels[value] }))}
            value={channel}
            onChange={setChannel}
            clearable
            w={{ base: '100%', xs: 170 }}
          />
          <Select
            aria-label={texts.suppressions.reason}
            placeholder={texts.suppressions.anyReason}
            data={reasons.map((value) => ({ value, label: texts.suppressions.reasons[value] }))}
            value={reason}
            onChange={setReason}
            clearable
            w={{ base: '100%', xs: 200 }}
          />
        </Group>
        {list.isLoadingError ? (
          <ErrorNote error={list.error} retry={() => void list.refetch()} />
        ) : isPart ? (
          <Paper className="pane">
            <Text c="dimmed">{texts.peopleNav.whole}</Text>
          </Paper>
        ) : list.isPending || list.isPlaceholderData ? (
          <Loading />
        ) : rows.length === 0 && !isFiltered ? (
          <Empty
            icon={<IconMoodSmile size={44} stroke={1.4} />}
            title={texts.suppressions.emptyTitle}
            action={
              <May scope="write">
                <Button variant="default" leftSection={<IconPlus size={16} />} onClick={adding.open}>
                  {texts.suppressions.add}
                </Button>
              </May>
            }
          >
            {texts.suppressions.emptyText}
          </Empty>
        ) : rows.length === 0 ? (
          <Paper className="pane">
            <Text c="dimmed">{texts.suppressions.noMatch}</Text>
          </Paper>
        ) : (
          <>
            <Paper className="pane" p={0}>
              <Listing
                minWidth={680}
                heads={[
                  texts.group.address,
                  texts.suppressions.reason,
                  texts.suppressions.since,
                  texts.suppressions.actions,
                ]}
              >
                {rows.map((each) => (
                  <Row key={each._id} suppression={each} onHistory={setRemembered} onLift={setLifted} />
                ))}
              </Listing>
            </Paper>
            <NextPage list={list} />
          </>
        )}
      </Stack>
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
  const { time } = useFormat();
  const { _id: id, channel, identifier, reason, sender, createdAt } = suppression;
  const hasAddress = !isErased(identifier);
  const name = hasAddress ? identifier : texts.suppressions.erased;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <ChannelIcon channel={channel} />
          {hasAddress ? (
            <PersonLink identifier={identifier} />
          ) : (
            <Tooltip label={texts.suppressions.erasedHint}>
              <Text size="sm" c="dimmed">
                {name}
              </Text>
            </Tooltip>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <Tooltip label={texts.suppressions.causes[reason]} multiline maw={320}>
          <Badge variant="light" tt="none" radius="sm" color={colors[reason]} miw="max-content">
            {texts.suppressions.reasons[reason]}
          </Badge>
        </Tooltip>
        {sender !== null && (
          <Text size="xs" c="dimmed">
            {texts.suppressions.told(sender)}
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
              aria-label={texts.suppressions.historyOf(`${identifier} · ${texts.channels[channel]}`)}
              onClick={() => onHistory({ id, channel, identifier, reason })}
            >
              {texts.suppressions.history}
            </Button>
          )}
          <May scope="consent">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={texts.suppressions.liftOf(`${name} · ${texts.channels[channel]}`)}
              onClick={() => onLift({ id, channel, identifier: name, reason })}
            >
              {texts.suppressions.lift}
            </Button>
          </May>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
