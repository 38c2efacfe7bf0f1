import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useAnySession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { KeyTable, NewKey } from '../../settings';
import { ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPage, usePages } from '../../../ui/paged';

/** The operator keys. */
export function OperatorKeysPage() {
  const texts = useTexts();
  const { client } = useAnySession();
  const [isCreating, creating] = useDisclosure(false);
  const keys = usePages(['operatorKeys'], (cursor, signal) =>
    client.page('/operator/api-keys', { query: { cursor }, signal }),
  );
  return (
    <>
      <PageHead title={texts.operator.ownKeys}>
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
          <Text c="dimmed">{texts.operator.ownKeysLead}</Text>
          <KeyTable
            keys={keys.data.pages.flatMap(({ items }) => items)}
            words={texts.operator.scopes}
            revoke={(id) => client.delete('/operator/api-keys/{id}', { path: { id } })}
            changes={['operatorKeys']}
          />
          <NextPage list={keys} />
        </Stack>
      )}
      {isCreating && (
        <NewKey
          scopes={texts.operator.scopes}
          chosen={['read']}
          make={({ name, scopes }) => client.post('/operator/api-keys', { body: { name, scopes } })}
          changes={['operatorKeys']}
          onClose={creating.close}
        />
      )}
    </>
  );
}
