import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Button,
  Code,
  Group,
  Modal,
  Paper,
  PasswordInput,
  Select,
  Stack,
  Table,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useAnySession } from '../../../app/session/session';
import { accountTabs } from '../tabs';
import { tabOf } from '../../../ui/tabs';
import { useFormat, useTexts } from '../../../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { useAction } from '../../../ui/action';
import { KeyTable, NewKey, UsageBars } from '../../settings';
import { ErrorNote, Listing, Loading, PageHead, WayBack } from '../../../ui/page';
import { NextPage, usePages } from '../../../ui/paged';
import { AuditOf } from './audit';
import { UserBadges, UserForm } from './users';

type User = Schemas['User'];

/** One account as operators see it, without its people and campaigns. */
export function UserPage() {
  const texts = useTexts();
  const { client } = useAnySession();
  const { userId } = useParams({ from: '/operator/users/$userId' });
  const { tab = accountTabs[0] } = useSearch({ from: '/operator/users/$userId' });
  const navigate = useNavigate({ from: '/operator/users/$userId' });
  const user = useQuery({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => client.get('/operator/users/{id}', { path: { id: userId }, signal }),
  });
  if (user.isLoadingError) return <ErrorNote error={user.error} retry={() => void user.refetch()} />;
  if (!user.data) return <Loading />;
  const { name, email, status } = user.data;
  return (
    <>
      <PageHead
        title={name}
        above={<WayBack to="/operator">{texts.operator.users}</WayBack>}
        beside={<UserBadges user={user.data} />}
      >
        <Acts user={user.data} />
      </PageHead>
      <Stack gap="xs" mb="lg">
        <Text size="sm" c="dimmed">
          {email !== null && `${email} · `}
          <Code>{userId}</Code>
        </Text>
        {status === 'SUSPENDED' && <Alert color="red">{texts.operator.suspendedNote}</Alert>}
      </Stack>
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: tabOf(accountTabs)({ tab: chosen }) })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={name}>
          <Tabs.Tab value="usage">{texts.operator.usage}</Tabs.Tab>
          <Tabs.Tab value="members">{texts.operator.members}</Tabs.Tab>
          <Tabs.Tab value="keys">{texts.operator.keys}</Tabs.Tab>
          <Tabs.Tab value="audit">{texts.operator.audit}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="usage">
          <UsageOf userId={userId} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <MembersOf userId={userId} />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <KeysOf userId={userId} />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditOf userId={userId} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** The actions for the account as a whole. */
function Acts({ user }: { user: User }) {
  const { operator: texts, save } = useTexts();
  const { client } = useAnySession();
  const navigate = useNavigate();
  const [isEditing, editing] = useDisclosure(false);
  const [isSwitching, switching] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const { _id: id, name, email, plan, status } = user;
  const change = useAction({
    action: (body: Schemas['UpdateUser']) => client.patch('/operator/users/{id}', { path: { id }, body }),
    changes: ['user', 'users', 'operatorAudit'],
    silent: true,
    done: editing.close,
  });
  const remove = useAction({
    action: () => client.delete('/operator/users/{id}', { path: { id } }),
    changes: ['users', 'userErasures'],
    silent: true,
    done: ({ _id: erasure }) =>
      void navigate({ to: '/operator/erasures', search: { erasure }, replace: true }),
  });
  const isActive = status === 'ACTIVE';
  return (
    <>
      <Button variant="default" onClick={editing.open}>
        {texts.edit}
      </Button>
      <Button variant="default" onClick={switching.open}>
        {isActive ? texts.suspend : texts.reactivate}
      </Button>
      <Button variant="default" onClick={deleting.open}>
        {texts.remove}
      </Button>
      {isEditing && (
        <UserForm
          title={texts.editTitle}
          verb={save}
          fields={{ name, email: email ?? '', plan }}
          isBusy={change.isPending}
          error={change.error}
          onSave={(fields) =>
            change.mutate({
              ...{ name: fields.name.trim(), plan: fields.plan },
              email: fields.email.trim() === '' ? null : fields.email.trim(),
            })
          }
          onClose={editing.close}
        />
      )}
      {isSwitching && (
        <Confirm
          title={isActive ? texts.suspendTitle : texts.reactivateTitle}
          verb={isActive ? texts.suspend : texts.reactivate}
          action={() => change.mutateAsync({ status: isActive ? 'SUSPENDED' : 'ACTIVE' })}
          onClose={switching.close}
        >
          {isActive ? texts.suspendText(name) : texts.reactivateText(name)}
        </Confirm>
      )}
      {isDeleting && (
        <Confirm
          title={texts.removeTitle}
          verb={texts.removeVerb}
          typed={{ text: name.trim(), label: texts.removeType(name) }}
          action={() => remove.mutateAsync(undefined)}
          onClose={deleting.close}
        >
          {texts.removeText(name)}
        </Confirm>
      )}
    </>
  );
}

function UsageOf({ userId }: { userId: string }) {
  const { client } = useAnySession();
  const usage = useQuery({
    queryKey: ['userUsage', userId],
    queryFn: ({ signal }) => client.get('/operator/users/{id}/usage', { path: { id: userId }, signal }),
  });
  if (usage.isLoadingError) return <ErrorNote error={usage.error} retry={() => void usage.refetch()} />;
  if (!usage.data) return <Loading lines={4} />;
  return (
    <Paper className="pane">
      <UsageBars usage={usage.data} />
    </Paper>
  );
}

function MembersOf({ userId }: { userId: string }) {
  const texts = useTexts();
  const { day } = useFormat();
  const { client } = useAnySession();
  const [isAdding, adding] = useDisclosure(false);
  const list = usePages(['userMembers', userId], (cursor, signal) =>
    client.page('/operator/users/{id}/members', { path: { id: userId }, query: { cursor }, signal }),
  );
  if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading lines={3} />;
  const rows = list.data.pages.flatMap(({ items }) => items);
  const { operator } = texts;
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" maw={600}>
          {rows.length === 0 && operator.noMembers}
        </Text>
        <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
          {operator.addMember}
        </Button>
      </Group>
      {rows.length > 0 && (
        <>
          <Paper className="pane" p={0}>
            <Listing
              minWidth={640}
              heads={[
                operator.memberName,
                operator.memberEmail,
                ...[operator.role, operator.secondFactor, operator.created],
              ]}
            >
              {rows.map((each) => (
                <Table.Tr key={each._id}>
                  <Table.Td fw={550}>{each.name}</Table.Td>
                  <Table.Td>{each.email}</Table.Td>
                  <Table.Td>{operator.roles[each.role]}</Table.Td>
                  <Table.Td>{each.hasSecondFactor ? texts.yes : texts.no}</Table.Td>
                  <Table.Td>{day(each.createdAt)}</Table.Td>
                </Table.Tr>
              ))}
            </Listing>
          </Paper>
          <NextPage list={list} />
        </>
      )}
      {isAdding && <NewMember userId={userId} onClose={adding.close} />}
    </Stack>
  );
}

function NewMember({ userId, onClose }: { userId: string; onClose: () => void }) {
  const texts = useTexts();
  const { client } = useAnySession();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<Schemas['MemberRole']>('owner');
  const { operator } = texts;
  const add = useAction({
    action: () => {
      const body = { name: name.trim(), email: email.trim(), role, password };
      return client.post('/operator/users/{id}/members', { path: { id: userId }, body });
    },
    changes: ['userMembers', 'operatorAudit'],
    silent: true,
    done: onClose,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    add.mutate(undefined);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={operator.addMember}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={operator.memberName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            required
            data-autofocus
          />
          <TextInput
            type="email"
            label={operator.memberEmail}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="off"
            required
          />
          <Select
            label={operator.role}
            data={Object.entries(operator.roles).map(([value, label]) => ({ value, label }))}
            value={role}
            onChange={(value) => setRole((value ?? 'owner') as Schemas['MemberRole'])}
            allowDeselect={false}
          />
          <PasswordInput
            label={operator.password}
            description={operator.passwordHint}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="new-password"
            minLength={12}
            maxLength={128}
            required
          />
          {add.error && <ErrorNote error={add.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={add.isPending}>
              {operator.addMember}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function KeysOf({ userId }: { userId: string }) {
  const texts = useTexts();
  const { client } = useAnySession();
  const [isCreating, creating] = useDisclosure(false);
  const list = usePages(['userKeys', userId], (cursor, signal) =>
    client.page('/operator/users/{id}/api-keys', { path: { id: userId }, query: { cursor }, signal }),
  );
  if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading lines={3} />;
  const rows = list.data.pages.flatMap(({ items }) => items);
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed">{rows.length === 0 && texts.operator.noKeys}</Text>
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          {texts.settings.keyNew}
        </Button>
      </Group>
      {rows.length > 0 && (
        <>
          <KeyTable
            keys={rows}
            words={texts.settings.scopes}
            revoke={(keyId) =>
              client.delete('/operator/users/{id}/api-keys/{keyId}', { path: { id: userId, keyId } })
            }
            changes={['userKeys', 'operatorAudit']}
          />
          <NextPage list={list} />
        </>
      )}
      {isCreating && (
        <NewKey
          scopes={texts.settings.scopes}
          chosen={['read', 'write', 'send']}
          hasRate
          make={({ name, scopes, rate }) =>
            client.post('/operator/users/{id}/api-keys', {
              path: { id: userId },
              body: { name, scopes, ...rate },
            })
          }
          changes={['userKeys', 'operatorAudit']}
          onClose={creating.close}
        />
      )}
    </Stack>
  );
}
