import type { Schemas } from '@carillon/sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../texts';
import { useOperatorTexts } from '../texts';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPageError, nextPageOf } from '../../../ui/paged';
import { VirtualRows } from '../../../ui/virtual-rows';
import { useCreateUser, useUsers } from '../api/users';
import { UserBadges } from '../components/user-badges';
import { UserForm } from '../components/user-form';

type User = Schemas['User'];

/** The height of a row (px). */
const ROW_PX = 64;

/** All accounts of this service. A search reads them page by page. */
export function UsersPage() {
  const operator = useOperatorTexts();
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim().toLowerCase(), 300);
  const [isCreating, creating] = useDisclosure(false);
  const list = useUsers();
  const users = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const found = sought === '' ? users : users.filter((user) => isAbout(user, sought));
  const isLooking = sought !== '' && list.hasNextPage;
  const readNext = nextPageOf(list);
  useEffect(() => {
    if (isLooking) readNext?.();
  }, [isLooking, readNext]);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
      {operator.newUser}
    </Button>
  );
  return (
    <>
      <PageHead title={operator.users}>{create}</PageHead>
      {list.isLoadingError ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading />
      ) : users.length === 0 ? (
        <Empty icon={<IconUsers size={44} stroke={1.4} />} title={operator.emptyTitle} action={create}>
          {operator.emptyText}
        </Empty>
      ) : (
        <Stack>
          <TextInput
            type="search"
            aria-label={operator.search}
            placeholder={operator.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            w={{ base: '100%', sm: 340 }}
          />
          {found.length > 0 && (
            <VirtualRows
              label={operator.users}
              rows={found}
              keyOf={({ _id }) => _id}
              height={ROW_PX}
              onEnd={readNext}
            >
              {(user) => <Row user={user} />}
            </VirtualRows>
          )}
          <NextPageError list={list} />
          <Group justify="flex-end">
            <Text size="sm" c="dimmed" role="status">
              {isLooking
                ? operator.looking(users.length)
                : found.length === 0
                  ? operator.noMatch
                  : !list.hasNextPage && operator.shown(found.length)}
            </Text>
          </Group>
        </Stack>
      )}
      {isCreating && <NewUser onClose={creating.close} />}
    </>
  );
}

function isAbout({ _id, name, email }: User, sought: string): boolean {
  return [_id, name, email ?? ''].some((each) => each.toLowerCase().includes(sought));
}

function Row({ user }: { user: User }) {
  const { day } = useFormat();
  const { _id: userId, name, email, createdAt } = user;
  return (
    <Group h="100%" px="md" gap="md" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text truncate>
          <Link className="row-link" to="/operator/users/$userId" params={{ userId }}>
            {name}
          </Link>
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {email === null ? day(createdAt) : `${email} · ${day(createdAt)}`}
        </Text>
      </div>
      <UserBadges user={user} />
    </Group>
  );
}

function NewUser({ onClose }: { onClose: () => void }) {
  const operator = useOperatorTexts();
  const navigate = useNavigate();
  const create = useCreateUser({
    silent: true,
    done: ({ _id: userId }) => void navigate({ to: '/operator/users/$userId', params: { userId } }),
  });
  return (
    <UserForm
      title={operator.newUser}
      verb={operator.createUser}
      fields={{ name: '', email: '', plan: 'FREE' }}
      isBusy={create.isPending}
      error={create.error}
      onSave={({ name, email, plan }) =>
        create.mutate({ name: name.trim(), plan, ...(email.trim() !== '' && { email: email.trim() }) })
      }
      onClose={onClose}
    />
  );
}
