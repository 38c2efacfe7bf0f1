import type { Schemas } from '@carillon/sdk';
import { Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../texts';
import { usePeopleNavigationTexts } from '../navigation-texts';
import { usePeopleTexts } from '../texts';
import { isWholeAddress } from './person-link';
import { ErrorNote, ListingPane, Loading } from '../../../ui/page';
import { NextPage, type Pages } from '../../../ui/paged';
import { PeopleNav } from './people-nav';

/**
 * The filter of a list of addresses. `narrowed` contains the parameters of the request. `kind` depends on the list,
 * such as the cause of a suppression. `search` is the text in the search field. The API matches only whole addresses.
 */
export function useAddressFilter<C extends Schemas['Channel'], K extends string>() {
  const [channel, setChannel] = useState<C | null>(null);
  const [kind, setKind] = useState<K | null>(null);
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 300);
  const isWhole = isWholeAddress(typed);
  const narrowed = {
    ...(channel !== null && { channel }),
    ...(kind !== null && { kind }),
    ...(isWhole && { identifier: typed }),
  };
  const isPart = typed !== '' && !isWhole;
  return { channel, setChannel, kind, setKind, search, setSearch, narrowed, isPart };
}

interface AddressListProps<T, C extends Schemas['Channel'], K extends string> {
  lead: string;
  by: ReturnType<typeof useAddressFilter<C, K>>;
  list: Pages<T>;
  /** Absent: there is no filter by channel, or by kind. */
  channels?: readonly C[];
  kinds?: { label: string; any: string; names: Readonly<Record<K, string>>; values: readonly K[] };
  /** Shown if the unfiltered list is empty. */
  empty: ReactNode;
  noMatch: string;
  minWidth: number;
  heads: readonly string[];
  children: (item: T) => ReactNode;
}

/** A list of entries that each belong to an address, with its filter: suppressions, replies, opt-outs of a topic. */
export function AddressList<T, C extends Schemas['Channel'], K extends string>({
  lead,
  by,
  list,
  channels,
  kinds,
  empty,
  noMatch,
  minWidth,
  heads,
  children,
}: AddressListProps<T, C, K>) {
  const texts = useTexts();
  const peopleNav = usePeopleNavigationTexts();
  const { suppressions } = usePeopleTexts();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const note = (text: string) => (
    <Paper className="pane">
      <Text c="dimmed">{text}</Text>
    </Paper>
  );
  const found = () => {
    if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
    if (by.isPart) return note(peopleNav.whole);
    if (list.isPending || list.isPlaceholderData) return <Loading />;
    if (rows.length === 0) return Object.keys(by.narrowed).length === 0 ? empty : note(noMatch);
    return (
      <>
        <ListingPane minWidth={minWidth} heads={heads}>
          {rows.map(children)}
        </ListingPane>
        <NextPage list={list} />
      </>
    );
  };
  return (
    <>
      <PeopleNav />
      <Stack gap="sm">
        <Text c="dimmed">{lead}</Text>
        <Group gap="sm" align="flex-start">
          <TextInput
            type="search"
            aria-label={suppressions.search}
            placeholder={suppressions.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={by.search}
            onChange={(event) => by.setSearch(event.currentTarget.value)}
            w={{ base: '100%', sm: 280 }}
          />
          {channels && (
            <Select
              aria-label={texts.report.channel}
              placeholder={texts.report.anyChannel}
              data={channels.map((value) => ({ value, label: texts.channels[value] }))}
              value={by.channel}
              onChange={by.setChannel}
              clearable
              w={{ base: '100%', xs: 170 }}
            />
          )}
          {kinds && (
            <Select
              aria-label={kinds.label}
              placeholder={kinds.any}
              data={kinds.values.map((value) => ({ value, label: kinds.names[value] }))}
              value={by.kind}
              onChange={by.setKind}
              clearable
              w={{ base: '100%', xs: 200 }}
            />
          )}
        </Group>
        {found()}
      </Stack>
    </>
  );
}
