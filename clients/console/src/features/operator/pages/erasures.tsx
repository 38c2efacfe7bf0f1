import { Code, Stack } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../../texts';
import { ErasureProgress, ErasureTable } from '../../people';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useUserErasures } from '../api/erasures';

/** Deleted users, and the live progress of the deletion in the URL. */
export function UserErasuresPage() {
  const texts = useTexts();
  const { erasure: erasureId } = useSearch({ from: '/operator/erasures' });
  const list = useUserErasures();
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHead title={texts.operator.erasuresTitle} />
      <Stack>
        {erasureId !== undefined && (
          <ErasureProgress kind="user" erasureId={erasureId} wait={texts.erasures.waitUser} />
        )}
        {list.isLoadingError ? (
          <ErrorNote error={list.error} retry={() => void list.refetch()} />
        ) : list.isPending ? (
          <Loading lines={3} />
        ) : rows.length === 0 ? (
          <Empty icon={<IconUserOff size={44} stroke={1.4} />} title={texts.operator.erasuresEmptyTitle}>
            {texts.operator.erasuresEmpty}
          </Empty>
        ) : (
          <>
            <ErasureTable
              erasures={rows}
              first={{ head: texts.operator.account, cell: ({ user }) => <Code>{user}</Code> }}
            />
            <NextPage list={list} />
          </>
        )}
      </Stack>
    </>
  );
}
