import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { useOperatorTexts } from '../texts';
import { KeyTable, NewKey } from '../../settings';
import { ErrorNote, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useCreateUserKey, useRevokeUserKey, useUserKeys } from '../api/keys';

/** The API keys of an account. */
export function UserKeys({ userId }: { userId: string }) {
  const texts = useTexts();
  const operator = useOperatorTexts();
  const [isCreating, creating] = useDisclosure(false);
  const list = useUserKeys(userId);
  const revoke = useRevokeUserKey({ silent: true });
  if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading lines={3} />;
  const rows = list.data.pages.flatMap(({ items }) => items);
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed">{rows.length === 0 && operator.noKeys}</Text>
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          {texts.settings.keyNew}
        </Button>
      </Group>
      {rows.length > 0 && (
        <>
          <KeyTable
            keys={rows}
            labels={texts.settings.scopes}
            revoke={(keyId) => revoke.mutateAsync({ id: userId, keyId })}
          />
          <NextPage list={list} />
        </>
      )}
      {isCreating && <CreateKey userId={userId} onClose={creating.close} />}
    </Stack>
  );
}

/** A dialog for one key. The next dialog must not show this key, so the request belongs to the dialog. */
function CreateKey({ userId, onClose }: { userId: string; onClose: () => void }) {
  const texts = useTexts();
  const create = useCreateUserKey({ silent: true });
  return (
    <NewKey
      scopes={texts.settings.scopes}
      chosen={['read', 'write', 'send']}
      hasRate
      create={{ ...create, mutate: (fields) => create.mutate({ userId, ...fields }) }}
      onClose={onClose}
    />
  );
}
