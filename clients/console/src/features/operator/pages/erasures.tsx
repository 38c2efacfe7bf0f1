import { Code, Stack } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useOperatorTexts } from '../texts';
import { ErasureProgress, ErasureTable, useErasureTexts } from '../../people';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useUserErasures } from '../api/erasures';

/** Deleted users, and the live progress of the deletion in the URL. */
export function UserErasuresPage() {
  const operator = useOperatorTexts();
  const erasures = useErasureTexts();
  const { erasure: erasureId } = useSearch({ from: '/operator/erasures' });
  const list = useUserErasures();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title={operator.erasuresTitle} />
      <Stack>
        {erasureId !== undefined && (
          <ErasureProgress kind="user" erasureId={erasureId} wait={erasures.waitUser} />
        )}
        {list.isLoadingError ? (
          <ErrorNote error={list.error} retry={() => void list.refetch()} />
        ) : list.isPending ? (
          <Loading lines={3} />
        ) : rows.length === 0 ? (
          <Empty icon={<IconUserOff size={44} stroke={1.4} />} title={operator.erasuresEmptyTitle}>
            {operator.erasuresEmpty}
          </Empty>
        ) : (
          <>
            <ErasureTable
              erasures={rows}
              first={{ head: operator.account, cell: ({ user }) => <Code>{user}</Code> }}
            />
            <NextPage list={list} />
          </>
        )}
      </Stack>
    </>
  );
}
