import type { Schemas } from '@carillon/sdk';
import { Button, Group, Modal, PasswordInput, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useOperatorTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote, ListingPane, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useAddMember, useUserMembers } from '../api/users';

/** The members of an account. */
export function UserMembers({ userId }: { userId: string }) {
  const texts = useTexts();
  const operator = useOperatorTexts();
  const { day } = useFormat();
  const [isAdding, adding] = useDisclosure(false);
  const list = useUserMembers(userId);
  if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading lines={3} />;
  const rows = list.data.pages.flatMap(({ items }) => items);

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
          <ListingPane
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
          </ListingPane>
          <NextPage list={list} />
        </>
      )}
      {isAdding && <NewMember userId={userId} onClose={adding.close} />}
    </Stack>
  );
}

function NewMember({ userId, onClose }: { userId: string; onClose: () => void }) {
  const texts = useTexts();
  const operator = useOperatorTexts();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<Schemas['MemberRole']>('owner');

  const add = useAddMember({ silent: true, done: onClose });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    add.mutate({ userId, name: name.trim(), email: email.trim(), role, password });
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
