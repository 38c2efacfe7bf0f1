import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Paper, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMessageCircle, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { May, useSession } from '../session';
import { useFormat, useTexts } from '../texts';
import { tell, useAct } from '../ui/act';
import { PersonLink, isWholeAddress } from '../ui/address';
import { Empty, ErrorNote, Listing, Loading, PageHead } from '../ui/page';
import { NextPage } from '../ui/paged';
import { PeopleNav } from '../ui/people-nav';
import { ChannelIcon } from '../ui/states';

type Message = Schemas['InboundMessage'];
type Meaning = 'STOP' | 'START' | 'HELP' | 'NONE';

const PAGE = 50;
const meanings = ['NONE', 'STOP', 'START', 'HELP'] as const;
const colors: Readonly<Record<Meaning, string>> = {
  STOP: 'orange',
  START: 'teal',
  HELP: 'blue',
  NONE: 'gray',
};
/** The channels on which people can write back. */
const channels = ['SMS', 'WHATSAPP'] as const;

/** What people write back. What was not understood has to be read by somebody. */
export function RepliesPage() {
  const texts = useTexts();
  const { client } = useSession();
  const [channel, setChannel] = useState<(typeof channels)[number] | null>(null);
  const [meaning, setMeaning] = useState<Meaning | null>(null);
  const [words, setWords] = useState('');
  const [typed] = useDebouncedValue(words.trim(), 300);
  const identifier = isWholeAddress(typed) ? typed : '';
  const query = {
    ...(channel !== null && { channel }),
    ...(meaning !== null && { meaning }),
    ...(identifier !== '' && { identifier }),
  };
  const list = useInfiniteQuery({
    queryKey: ['replies', query],
    queryFn: ({ pageParam, signal }) =>
      client.page('/messages/inbound', { query: { ...query, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <PageHead title={texts.replies.title} />
      <PeopleNav />
      <Stack gap="sm">
        <Text c="dimmed">{texts.replies.lead}</Text>
        <Group gap="sm" align="flex-start">
          <TextInput
            type="search"
            aria-label={texts.group.search}
            placeholder={texts.group.search}
            description={typed !== '' && identifier === '' ? texts.peopleNav.whole : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
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
            aria-label={texts.replies.meaning}
            placeholder={texts.replies.anyMeaning}
            data={meanings.map((value) => ({ value, label: texts.replies.meanings[value] }))}
            value={meaning}
            onChange={setMeaning}
            clearable
            w={{ base: '100%', xs: 200 }}
          />
        </Group>
        {list.isLoadingError ? (
          <ErrorNote error={list.error} retry={() => void list.refetch()} />
        ) : list.isPending ? (
          <Loading />
        ) : rows.length === 0 && !isFiltered ? (
          <Empty icon={<IconMessageCircle size={44} stroke={1.4} />} title={texts.replies.emptyTitle}>
            {texts.replies.emptyText}
          </Empty>
        ) : rows.length === 0 ? (
          <Paper className="pane">
            <Text c="dimmed">{texts.replies.noMatch}</Text>
          </Paper>
        ) : (
          <>
            <Paper className="pane" p={0}>
              <Listing
                minWidth={720}
                heads={[
                  texts.group.address,
                  texts.replies.text,
                  texts.replies.meaning,
                  texts.replies.received,
                  texts.suppressions.actions,
                ]}
              >
                {rows.map((each) => (
                  <Row key={each._id} message={each} />
                ))}
              </Listing>
            </Paper>
            <NextPage list={list} />
          </>
        )}
      </Stack>
    </>
  );
}

function Row({ message }: { message: Message }) {
  const texts = useTexts();
  const { time } = useFormat();
  const { client } = useSession();
  const { _id: id, channel, identifier, text, meaning, receivedAt, optedOutAt } = message;
  const optOut = useAct({
    act: () => client.post('/messages/inbound/{id}/opt-out', { path: { id } }),
    changes: ['replies', 'suppressions', 'suppressionHistory', 'person', 'audience'],
    done: () => tell(texts, texts.replies.optedOut),
  });
  const isDone = optedOutAt !== null || meaning === 'STOP';
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          <ChannelIcon channel={channel} />
          <PersonLink identifier={identifier} />
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} maw={440}>
          {text}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" tt="none" radius="sm" color={colors[meaning ?? 'NONE']} miw="max-content">
          {texts.replies.meanings[meaning ?? 'NONE']}
        </Badge>
        {optedOutAt !== null && (
          <Text size="xs" c="dimmed">
            {texts.replies.optedOutAt(time(optedOutAt))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{time(receivedAt)}</Table.Td>
      <Table.Td>
        {!isDone && (
          <May scope="write">
            <Button
              variant="default"
              size="compact-sm"
              loading={optOut.isPending}
              aria-label={texts.replies.optOutOf(`${identifier} · ${texts.channels[channel]}`)}
              onClick={() => optOut.mutate(undefined)}
            >
              {texts.replies.optOut}
            </Button>
          </May>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
