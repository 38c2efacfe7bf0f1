import type { Schemas } from '@carillon/sdk';
import {
  Badge,
  Button,
  Group,
  Modal,
  Paper,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailPlus, IconShieldCheck } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useSession } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { useSettingsTexts } from '../texts';
import { ApprovalSettings } from '../../approvals';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading } from '../../../ui/page';
import {
  useChangeRole,
  useInvitations,
  useInvite,
  useMembers,
  useRemoveMember,
  useWithdrawInvitation,
} from '../api/members';

type Role = Schemas['MemberRole'];
type Member = Schemas['Member'];

const roles: readonly Role[] = ['owner', 'sender', 'editor', 'approver', 'viewer'];

/** The members and invitations of the account. Together they are at most 100, which is one page of each list. */
export function Members() {
  const texts = useTexts();
  const { identity } = useSettingsTexts();
  const members = useMembers();
  const invitations = useInvitations();
  const [isInviting, inviting] = useDisclosure(false);
  const error = members.error ?? invitations.error;
  const retry = (): void => void Promise.all([members.refetch(), invitations.refetch()]);
  if (!members.data || !invitations.data)
    return error ? <ErrorNote error={error} retry={retry} /> : <Loading lines={4} />;
  return (
    <Stack gap="lg">
      <ApprovalSettings />
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Text c="dimmed" maw={640}>
            {identity.membersHint}
          </Text>
          <Button leftSection={<IconMailPlus size={16} />} onClick={inviting.open}>
            {identity.invite}
          </Button>
        </Group>
        <Paper className="pane rows" p={0} component="ul" aria-label={texts.identity.members}>
          {members.data.map((member) => (
            <MemberRow key={member._id} member={member} />
          ))}
        </Paper>
      </Stack>
      {invitations.data.length > 0 && (
        <section>
          <Title order={2} mb="sm">
            {identity.invitations}
          </Title>
          <Paper className="pane rows" p={0} component="ul" aria-label={identity.invitations}>
            {invitations.data.map((invitation) => (
              <InvitationRow key={invitation._id} invitation={invitation} />
            ))}
          </Paper>
        </section>
      )}
      {isInviting && <Invite onClose={inviting.close} />}
    </Stack>
  );
}

function MemberRow({ member }: { member: Member }) {
  const texts = useTexts();
  const { identity } = useSettingsTexts();
  const { day } = useFormat();
  const { person } = useSession();
  const [isLeaving, leaving] = useDisclosure(false);
  const [resigned, setResigned] = useState<Role | null>(null);
  const { _id: id, name, email, role, hasSecondFactor } = member;
  const isSelf = id === person?.memberId;
  const done = (changed: Member): void =>
    notify(texts, identity.roleChanged(changed.name, texts.identity.roles[changed.role]));
  const change = useChangeRole({ done });
  const resign = useChangeRole({ done, silent: true });
  const remove = useRemoveMember({ silent: true });
  const choose = (to: string | null): void => {
    const chosen = roles.find((each) => each === to);
    if (chosen === undefined || chosen === role) return;
    if (isSelf) setResigned(chosen);
    else change.mutate({ id, role: chosen });
  };
  return (
    <li>
      <div className="row-text">
        <Group gap="xs">
          <Text fw={550}>{name}</Text>
          {isSelf && (
            <Badge variant="light" tt="none" radius="sm">
              {identity.you}
            </Badge>
          )}
          {hasSecondFactor && (
            <Badge
              variant="light"
              color="teal"
              tt="none"
              radius="sm"
              leftSection={<IconShieldCheck size={12} aria-hidden />}
            >
              {texts.identity.secondFactor}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {email} · {identity.memberSince(day(member.createdAt))}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={identity.roleOf(name)}
          data={roles.map((value) => ({ value, label: texts.identity.roles[value] }))}
          value={role}
          allowDeselect={false}
          disabled={change.isPending}
          onChange={choose}
          w={140}
          comboboxProps={{ width: 180, position: 'bottom-end' }}
        />
        {!isSelf && (
          <Button variant="default" aria-label={identity.removeOf(name)} onClick={leaving.open}>
            {identity.remove}
          </Button>
        )}
      </Group>
      {isLeaving && (
        <Confirm
          title={identity.removeTitle(name)}
          verb={identity.remove}
          action={() => remove.mutateAsync(id)}
          onClose={leaving.close}
        >
          {identity.removeText}
        </Confirm>
      )}
      {resigned && (
        <Confirm
          title={identity.resignTitle}
          verb={identity.resign(texts.identity.roles[resigned])}
          action={() => resign.mutateAsync({ id, role: resigned })}
          onClose={() => setResigned(null)}
        >
          {identity.resignText} {texts.identity.roleHints[resigned]}
        </Confirm>
      )}
    </li>
  );
}

function InvitationRow({ invitation }: { invitation: Schemas['Invitation'] }) {
  const texts = useTexts();
  const { identity } = useSettingsTexts();
  const { time } = useFormat();
  const { _id: id, email, role } = invitation;
  const again = useInvite({ done: () => notify(texts, identity.invited(email)) });
  const withdraw = useWithdrawInvitation({ done: () => notify(texts, identity.withdrawn(email)) });
  return (
    <li>
      <div className="row-text">
        <Text fw={550}>{email}</Text>
        <Text size="sm" c="dimmed">
          {texts.identity.roles[role]} · {identity.invitationEnds(time(invitation.expiresAt))}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          loading={again.isPending}
          aria-label={`${identity.inviteAgain}: ${email}`}
          onClick={() => again.mutate({ email, role })}
        >
          {identity.inviteAgain}
        </Button>
        <Button
          variant="default"
          loading={withdraw.isPending}
          aria-label={`${identity.withdraw}: ${email}`}
          onClick={() => withdraw.mutate(id)}
        >
          {identity.withdraw}
        </Button>
      </Group>
    </li>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { identity } = useSettingsTexts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const invite = useInvite({
    silent: true,
    done: (invitation) => {
      notify(texts, identity.invited(invitation.email));
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    invite.mutate({ email: email.trim(), role });
  };
  return (
    <Modal opened onClose={onClose} title={identity.invite} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="email"
            label={texts.signIn.email}
            description={identity.inviteHint}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="off"
            required
            data-autofocus
          />
          <Radio.Group
            label={identity.role}
            value={role}
            onChange={(value) => setRole(roles.find((each) => each === value) ?? role)}
          >
            <Stack gap="xs" mt={6}>
              {roles.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={texts.identity.roles[each]}
                  description={texts.identity.roleHints[each]}
                />
              ))}
            </Stack>
          </Radio.Group>
          {invite.error && <ErrorNote error={invite.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={invite.isPending}>
              {identity.sendInvitation}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
