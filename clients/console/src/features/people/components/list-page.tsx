import type { Icon } from '@tabler/icons-react';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { PeopleNav } from './people-nav';

interface ListPageProps<T> {
  title: string;
  /** The button that adds an item. Only people with the permission see it. */
  create?: ReactNode;
  /** The query that reads the items. */
  list: { isLoadingError: boolean; error: unknown; refetch: () => unknown };
  /** Undefined: they are loading. */
  items: readonly T[] | undefined;
  /** Shown if there are no items. */
  empty: { icon: Icon; title: string; text: string };
  children: (items: readonly T[]) => ReactNode;
}

/** A page below People that lists what the account has, such as topics: its head, its states, and the way to add an item. */
export function ListPage<T>({ title, create, list, items, empty, children }: ListPageProps<T>) {
  const { identity } = useTexts();
  const mayWrite = useMay('write');
  const button = mayWrite && create;
  const shown = () => {
    if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
    if (!items) return <Loading />;
    if (items.length > 0) return <Stack>{children(items)}</Stack>;
    const { icon: EmptyIcon, title: emptyTitle, text } = empty;
    return (
      <Empty icon={<EmptyIcon size={44} stroke={1.4} />} title={emptyTitle} action={button}>
        {text} {!mayWrite && create !== undefined && identity.mayOnlyRead}
      </Empty>
    );
  };
  return (
    <>
      <PageHead title={title}>{button}</PageHead>
      <PeopleNav />
      {shown()}
    </>
  );
}
