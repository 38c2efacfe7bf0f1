import { Stack, Text } from '@mantine/core';
import { useFormat } from '../../../texts';
import { useSignUpTexts } from '../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useWordings } from '../api/forms';

/** Everything that people could agree to in a form, newest first. */
export function Wordings({ formId }: { formId: string }) {
  const texts = useSignUpTexts();
  const { time } = useFormat();
  const list = useWordings(formId);
  if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading lines={1} />;
  return (
    <Stack gap="sm">
      {list.data.pages
        .flatMap(({ items }) => items)
        .map(({ version, text, createdAt }) => (
          <div key={version}>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Text>
            <Text size="xs" c="dimmed">
              {texts.version(version, time(createdAt))}
            </Text>
          </div>
        ))}
      <NextPage list={list} />
    </Stack>
  );
}
