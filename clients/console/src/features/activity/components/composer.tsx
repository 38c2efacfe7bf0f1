import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useApprover, useMay } from '../../../app/session/session';
import { ErrorNote } from '../../../ui/page';
import { useWriteComment } from '../api/activity';
import { useActivityTexts } from '../texts';

/** The longest comment (characters). */
const LONGEST = 2_000;

interface ComposerProps {
  campaignId: string;
  text: string;
  onText: (text: string) => void;
}

/** The field for a comment. Approvers can comment, although they can't edit. */
export function Composer({ campaignId, text, onText }: ComposerProps) {
  const own = useActivityTexts();
  const mayWrite = useMay('write');
  const isApprover = useApprover() !== null;
  const write = useWriteComment({ silent: true, done: () => onText('') });
  if (!mayWrite && !isApprover)
    return (
      <Text size="sm" c="dimmed">
        {own.readOnly}
      </Text>
    );
  const isEmpty = text.trim() === '';
  const submit = (): void => {
    if (!isEmpty && !write.isPending) write.mutate({ id: campaignId, text });
  };
  return (
    <Stack gap="xs">
      {write.error && <ErrorNote error={write.error} />}
      <Textarea
        label={own.label}
        description={own.hint}
        value={text}
        maxLength={LONGEST}
        autosize
        minRows={2}
        maxRows={8}
        readOnly={write.isPending}
        data-autofocus
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      />
      <Button disabled={isEmpty} loading={write.isPending} onClick={submit} style={{ alignSelf: 'flex-end' }}>
        {own.write}
      </Button>
    </Stack>
  );
}
