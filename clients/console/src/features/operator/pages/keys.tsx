import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { useOperatorTexts } from '../texts';
import { KeyTable, NewKey } from '../../settings';
import { ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useCreateOperatorKey, useOperatorKeys, useRevokeOperatorKey } from '../api/keys';

/** The operator keys. */
export function OperatorKeysPage() {
  const texts = useTexts();
  const operator = useOperatorTexts();
  const [isCreating, creating] = useDisclosure(false);
  const keys = useOperatorKeys();
  const revoke = useRevokeOperatorKey({ silent: true });
  return (
    <>
      <PageHead title={operator.ownKeys}>
        <Button leftSection={<IconPlus size={16} />} onClick={creating.open}>
          {texts.settings.keyNew}
        </Button>
      </PageHead>
      {keys.isLoadingError ? (
        <ErrorNote error={keys.error} retry={() => void keys.refetch()} />
      ) : keys.isPending ? (
        <Loading lines={3} />
      ) : (
        <Stack>
          <Text c="dimmed">{operator.ownKeysLead}</Text>
          <KeyTable
            keys={keys.data.pages.flatMap(({ items }) => items)}
            labels={texts.operator.scopes}
            revoke={(id) => revoke.mutateAsync(id)}
          />
          <NextPage list={keys} />
        </Stack>
      )}
      {isCreating && <CreateKey onClose={creating.close} />}
    </>
  );
}

/** A dialog for one key. The next dialog must not show this key, so the request belongs to the dialog. */
function CreateKey({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const create = useCreateOperatorKey({ silent: true });
  return <NewKey scopes={texts.operator.scopes} chosen={['read']} create={create} onClose={onClose} />;
}
