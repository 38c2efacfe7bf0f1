import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Code, Paper, Stack, Tabs, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { accountTabs } from '../tabs';
import { tabOf } from '../../../ui/tabs';
import { useTexts } from '../../../texts';
import { useOperatorTexts } from '../texts';
import { Confirm } from '../../../ui/confirm';
import { UsageBars } from '../../settings';
import { ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { useDeleteUser, useUpdateUser, useUser, useUserUsage } from '../api/users';
import { AuditList } from '../components/audit-list';
import { UserBadges } from '../components/user-badges';
import { UserForm } from '../components/user-form';
import { UserKeys } from '../components/user-keys';
import { UserMembers } from '../components/user-members';

type User = Schemas['User'];

/** One account as operators see it, without its people and campaigns. */
export function UserPage() {
  const operatorTexts = useOperatorTexts();
  const { userId } = useParams({ from: '/operator/users/$userId' });
  const { tab = accountTabs[0] } = useSearch({ from: '/operator/users/$userId' });
  const navigate = useNavigate({ from: '/operator/users/$userId' });
  const user = useUser(userId);
  if (user.isLoadingError) return <ErrorNote error={user.error} retry={() => void user.refetch()} />;
  if (!user.data) return <Loading />;
  const { name, email, status } = user.data;
  return (
    <>
      <PageHead
        title={name}
        above={<WayBack to="/operator">{operatorTexts.users}</WayBack>}
        beside={<UserBadges user={user.data} />}
      >
        <Actions user={user.data} />
      </PageHead>
      <Stack gap="xs" mb="lg">
        <Text size="sm" c="dimmed">
          {email !== null && `${email} · `}
          <Code>{userId}</Code>
        </Text>
        {status === 'SUSPENDED' && <Alert color="red">{operatorTexts.suspendedNote}</Alert>}
      </Stack>
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: tabOf(accountTabs)({ tab: chosen }) })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={name}>
          <Tabs.Tab value="usage">{operatorTexts.usage}</Tabs.Tab>
          <Tabs.Tab value="members">{operatorTexts.members}</Tabs.Tab>
          <Tabs.Tab value="keys">{operatorTexts.keys}</Tabs.Tab>
          <Tabs.Tab value="audit">{operatorTexts.audit}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="usage">
          <Usage userId={userId} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <UserMembers userId={userId} />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <UserKeys userId={userId} />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditList userId={userId} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** The actions for the account as a whole. */
function Actions({ user }: { user: User }) {
  const { save } = useTexts();
  const texts = useOperatorTexts();
  const navigate = useNavigate();
  const [isEditing, editing] = useDisclosure(false);
  const [isSwitching, switching] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const { _id: id, name, email, plan, status } = user;
  const change = useUpdateUser({ silent: true, done: editing.close });
  const remove = useDeleteUser({
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
              ...{ id, name: fields.name.trim(), plan: fields.plan },
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
          action={() => change.mutateAsync({ id, status: isActive ? 'SUSPENDED' : 'ACTIVE' })}
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
          action={() => remove.mutateAsync(id)}
          onClose={deleting.close}
        >
          {texts.removeText(name)}
        </Confirm>
      )}
    </>
  );
}

function Usage({ userId }: { userId: string }) {
  const usage = useUserUsage(userId);
  if (usage.isLoadingError) return <ErrorNote error={usage.error} retry={() => void usage.refetch()} />;
  if (!usage.data) return <Loading lines={4} />;
  return (
    <Paper className="pane">
      <UsageBars usage={usage.data} />
    </Paper>
  );
}
