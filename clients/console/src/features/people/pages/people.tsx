import type { Schemas } from '@carillon/sdk';
import { Box, Button, Group, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../../texts';
import { usePeopleNavigationTexts } from '../navigation-texts';
import { usePeopleTexts } from '../texts';
import { Empty, ErrorNote, Listing, Loading, PageHead } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { ChannelIcon } from '../../../ui/states';
import { useAttributeLabels } from '../api/attributes';
import { MOST_FOUND } from '../api/members';
import { usePeople } from '../api/people';
import { PeopleNav } from '../components/people-nav';
import { PersonLink, isWholeAddress } from '../components/person-link';
import { valueText } from '../extra-data';

/** The maximum length of a search (characters). */
const MOST = 128;

/** All people of the account, with their addresses and attributes. */
export function AllPeoplePage() {
  const peopleNav = usePeopleNavigationTexts();
  const { allPeople: own } = usePeopleTexts();
  const [entered, setEntered] = useState('');
  const [typed] = useDebouncedValue(entered.trim(), 400);
  const filter = filterOf(typed);
  const { search } = filter;
  const list = usePeople(filter);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isShown = list.isSuccess && !list.isPlaceholderData;
  const isEmpty = isShown && rows.length === 0 && entered === '' && typed === '';

  const found = () => {
    if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
    if (!isShown) return <Loading />;
    if (rows.length > 0)
      return (
        <>
          {search !== undefined && rows.length >= MOST_FOUND && (
            <Text size="sm">{peopleNav.firstFound(MOST_FOUND)}</Text>
          )}
          <Paper className="pane" p={0}>
            <People people={rows} />
          </Paper>
          <NextPage list={list} />
        </>
      );
    return <Text size="sm">{search === undefined ? own.noMatch : peopleNav.noMatch}</Text>;
  };
  return (
    <>
      <PageHead title={own.title} />
      <PeopleNav />
      {isEmpty ? (
        <NoPeople />
      ) : (
        <Stack>
          <Text c="dimmed">{own.lead}</Text>
          <TextInput
            type="search"
            aria-label={own.search}
            placeholder={own.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
            maxLength={MOST}
            w={{ base: '100%', sm: 360 }}
          />
          {found()}
        </Stack>
      )}
    </>
  );
}

/** A whole address is found in any spelling. */
function filterOf(typed: string): Parameters<typeof usePeople>[0] {
  if (typed === '') return {};
  return isWholeAddress(typed) ? { identifier: typed } : { search: typed };
}

function NoPeople() {
  const { allPeople: texts } = usePeopleTexts();
  return (
    <Empty
      icon={<IconUsers size={44} stroke={1.4} />}
      title={texts.emptyTitle}
      action={
        <Group justify="center">
          <Button component={Link} to="/people">
            {texts.toGroups}
          </Button>
          <Button component={Link} to="/people/sign-up-forms" variant="default">
            {texts.toForms}
          </Button>
        </Group>
      }
    >
      {texts.emptyText}
    </Empty>
  );
}

function People({ people }: { people: readonly Schemas['Person'][] }) {
  const { allPeople: texts } = usePeopleTexts();
  const { day } = useFormat();
  const labelOf = useAttributeLabels();
  return (
    <Listing minWidth={640} heads={[texts.addresses, texts.attributes, texts.added]}>
      {people.map((person) => (
        <Table.Tr key={person._id}>
          <Table.Td>
            <Addresses person={person} />
          </Table.Td>
          <Table.Td maw={420}>
            <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {Object.entries(person.attributes)
                .map(([key, value]) => `${labelOf(key)}: ${valueText(value)}`)
                .join(' · ')}
            </Text>
          </Table.Td>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>{day(person.createdAt)}</Table.Td>
        </Table.Tr>
      ))}
    </Listing>
  );
}

/** Each address leads to the same person. A person without an address has only an external ID. */
function Addresses({ person: { email, phone, whatsapp, externalId } }: { person: Schemas['Person'] }) {
  const { allPeople: texts } = usePeopleTexts();
  const addresses = [
    ...email.map((address) => ['EMAIL', address] as const),
    ...phone.map((address) => ['SMS', address] as const),
    ...whatsapp.map((address) => ['WHATSAPP', address] as const),
  ];
  return (
    <Stack gap={2}>
      {addresses.map(([channel, address]) => (
        <Group key={`${channel} ${address}`} gap={8} wrap="nowrap">
          <Box lh={0} flex="none">
            <ChannelIcon channel={channel} />
          </Box>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <PersonLink identifier={address} />
          </Text>
        </Group>
      ))}
      {externalId !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {texts.externalId(externalId)}
        </Text>
      )}
      {addresses.length === 0 && (
        <Text size="xs" c="dimmed">
          {texts.noAddress}
        </Text>
      )}
    </Stack>
  );
}
