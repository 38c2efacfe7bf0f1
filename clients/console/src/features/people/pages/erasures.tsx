import { Stack, Text } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useErasureTexts } from '../erasure-texts';
import { ErasureProgress, ErasureTable } from '../components/erasure';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { PeopleNav } from '../components/people-nav';
import { useErasures } from '../api/erasures';

/** Erased people, and the progress of the erasure in the URL. */
export function ErasuresPage() {
  const erasures = useErasureTexts();
  const { erasure: erasureId } = useSearch({ from: '/people/erasures' });
  const list = useErasures();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title={erasures.title} />
      <PeopleNav />
      <Stack>
        {erasureId !== undefined && (
          <ErasureProgress kind="person" erasureId={erasureId} wait={erasures.wait} />
        )}
        {list.isLoadingError ? (
          <ErrorNote error={list.error} retry={() => void list.refetch()} />
        ) : list.isPending ? (
          <Loading lines={3} />
        ) : rows.length === 0 ? (
          <Empty icon={<IconUserOff size={44} stroke={1.4} />} title={erasures.emptyTitle}>
            {erasures.emptyText}
          </Empty>
        ) : (
          <>
            <Text c="dimmed">{erasures.lead}</Text>
            <ErasureTable erasures={rows} />
            <NextPage list={list} />
          </>
        )}
      </Stack>
    </>
  );
}
