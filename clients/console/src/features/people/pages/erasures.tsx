import { Stack, Text } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { ErasureProgress, ErasureTable } from '../components/erasure';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPage, usePages } from '../../../ui/paged';
import { PeopleNav } from '../components/people-nav';

const PAGE = 50;

/** Erased people, and the live progress of the erasure in the URL. */
export function ErasuresPage() {
  const texts = useTexts();
  const { client } = useSession();
  const { erasure: erasureId } = useSearch({ from: '/people/erasures' });
  const list = usePages(['erasures'], (cursor, signal) =>
    client.page('/people/erasures', { query: { limit: PAGE, cursor }, signal }),
  );
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title={texts.erasures.title} />
      <PeopleNav />
      <Stack>
        {erasureId !== undefined && (
          <ErasureProgress
            erasureId={erasureId}
            load={(id, signal) => client.get('/people/erasures/{id}', { path: { id }, signal })}
            wait={texts.erasures.wait}
            changes={['erasures', 'members', 'groups', 'suppressions', 'person', 'report']}
          />
        )}
        {list.isLoadingError ? (
          <ErrorNote error={list.error} retry={() => void list.refetch()} />
        ) : list.isPending ? (
          <Loading lines={3} />
        ) : rows.length === 0 ? (
          <Empty icon={<IconUserOff size={44} stroke={1.4} />} title={texts.erasures.emptyTitle}>
            {texts.erasures.emptyText}
          </Empty>
        ) : (
          <>
            <Text c="dimmed">{texts.erasures.lead}</Text>
            <ErasureTable erasures={rows} />
            <NextPage list={list} />
          </>
        )}
      </Stack>
    </>
  );
}
