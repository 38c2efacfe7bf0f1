import { Button, Code, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { useSignUpTexts } from '../texts';
import { CopyField } from '../../../ui/copy-field';
import type { SignUpForm } from '../form';

/** The link to the stored form, and its HTML for other sites. */
export function PublishForm({ form: { url, snippet } }: { form: SignUpForm }) {
  const texts = useTexts();
  const own = useSignUpTexts();

  return (
    <Paper className="pane" component="section">
      <Stack>
        <Group justify="space-between">
          <Title order={2}>{own.publish}</Title>
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="compact-sm"
            leftSection={<IconExternalLink size={14} />}
          >
            {own.open}
          </Button>
        </Group>
        <CopyField label={own.link} description={own.linkHint} value={url} copy={own.copyLink} />
        <Stack gap={4}>
          <Text size="sm" fw={550}>
            {own.snippet}
          </Text>
          <Text size="xs" c="dimmed">
            {own.snippetHint}
          </Text>
          <Code block tabIndex={0} mah={180} style={{ overflow: 'auto' }}>
            {snippet}
          </Code>
        </Stack>
        <CopyButton value={snippet}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              style={{ alignSelf: 'flex-start' }}
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? texts.copied : own.copySnippet}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Paper>
  );
}
