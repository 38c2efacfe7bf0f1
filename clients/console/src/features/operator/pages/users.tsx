import type { Schemas } from '@carillon/sdk';
import { Badge, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useAnySession } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { DialogButtons } from '../../../ui/confirm';
import { useAction } from '../../../ui/action';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPageError, nextPageOf, usePages } from '../../../ui/paged';
import { VirtualRows } from '../../../ui/virtual-rows';

type User = Schemas['User'];

const PAGE = 200;
/** The height of a row (px). */
const ROW_PX = 64;

/** All accounts of this service; a search looks through them page by page. */
export function UsersPage() {
  const texts = useTexts();
  const { client } = useAnySession();
  const [words, setWords] = useState('');
  const [sought] = useDebouncedValue(words.trim().toLowerCase(), 300);
  const [isCreating, creating] = useDisclosure(false);
  const list = usePages(['users'], (cursor, signal) =>
    client.page('/operator/users', { query: { limit: PAGE, cursor }, signal }),
  );
  const users = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const found = sought === '' ? users : users.filter((user) => isAbout(user, sought));
  const isLooking = sought !== '' && list.hasNextPage;
  const readOn = nextPageOf(list);
  useEffect(() => {
    if (isLooking) readOn?.();
  }, [isLooking, readOn]);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
      {texts.operator.newUser}
    </Button>
  );
  return (
    <>
      <PageHead title={texts.operator.users}>{create}</PageHead>
      {list.isLoadingError ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading />
      ) : users.length === 0 ? (
        <Empty icon={<IconUsers size={44} stroke={1.4} />} title={texts.operator.emptyTitle} action={create}>
          {texts.operator.emptyText}
        </Empty>
      ) : (
        <Stack>
          <TextInput
            type="search"
            aria-label={texts.operator.search}
            placeholder={texts.operator.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            w={{ base: '100%', sm: 340 }}
          />
          {found.length > 0 && (
            <VirtualRows
              label={texts.operator.users}
              rows={found}
              keyOf={({ _id }) => _id}
              height={ROW_PX}
              onEnd={readOn}
            >
              {(user) => <Row user={user} />}
            </VirtualRows>
          )}
          <NextPageError list={list} />
          <Group justify="flex-end">
            <Text size="sm" c="dimmed" role="status">
              {isLooking
                ? texts.operator.looking(users.length)
                : found.length === 0
                  ? texts.operator.noMatch
                  : !list.hasNextPage && texts.operator.shown(found.length)}
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

/** Plan and status. */
export function UserBadges({ user: { plan, status } }: { user: Pick<User, 'plan' | 'status'> }) {
  const texts = useTexts();
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge variant="light" tt="none" radius="sm" color={plan === 'UPGRADED' ? 'violet' : 'gray'}>
        {texts.settings.plans[plan]}
      </Badge>
      <Badge variant="light" tt="none" radius="sm" color={status === 'ACTIVE' ? 'teal' : 'red'}>
        {texts.operator.statuses[status]}
      </Badge>
    </Group>
  );
}

function NewUser({ onClose }: { onClose: () => void }) {
  const { client } = useAnySession();
  const texts = useTexts();
  const navigate = useNavigate();
  const create = useAction({
    action: ({ name, email, plan }: UserFields) => {
      const address = email.trim() === '' ? {} : { email: email.trim() };
      return client.post('/operator/users', { body: { name: name.trim(), ...address, plan } });
    },
    changes: ['users'],
    silent: true,
    done: ({ _id: userId }) => void navigate({ to: '/operator/users/$userId', params: { userId } }),
  });
  return (
    <UserForm
      title={texts.operator.newUser}
      verb={texts.operator.createUser}
      fields={{ name: '', email: '', plan: 'FREE' }}
      isBusy={create.isPending}
      error={create.error}
      onSave={(fields) => create.mutate(fields)}
      onClose={onClose}
    />
  );
}

export interface UserFields extends Pick<User, 'name' | 'plan'> {
  email: string;
}

interface UserFormProps {
  title: string;
  verb: string;
  fields: UserFields;
  isBusy: boolean;
  error: Error | null;
  onSave: (fields: UserFields) => void;
  onClose: () => void;
}

export function UserForm({ title, verb, fields, isBusy, error, onSave, onClose }: UserFormProps) {
  const texts = useTexts();
  const [{ name, email, plan }, setFields] = useState(fields);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSave({ name, email, plan });
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={texts.operator.userName}
            value={name}
            onChange={(event) => setFields({ name: event.currentTarget.value, email, plan })}
            maxLength={100}
            required
            data-autofocus
          />
          <TextInput
            label={texts.operator.email}
            value={email}
            onChange={(event) => setFields({ name, email: event.currentTarget.value, plan })}
          />
          <Select
            label={texts.operator.plan}
            description={texts.operator.planHint}
            data={(['FREE', 'UPGRADED'] as const).map((value) => ({
              value,
              label: texts.settings.plans[value],
            }))}
            value={plan}
            onChange={(value) => setFields({ name, email, plan: value ?? plan })}
            allowDeselect={false}
          />
          {error && <ErrorNote error={error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
              {verb}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
