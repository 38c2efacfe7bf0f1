import { Paper, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { type Language, languages, useTexts } from '../../../texts';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading } from '../../../ui/page';
import { useNotificationSettings, useSetNotifications } from '../api/notifications';
import { useNotificationTexts } from '../texts';

const categories = ['paused', 'bounces', 'approvals', 'comments', 'finished'] as const;

/** Which notifications a member also receives by email. */
export function NotificationSettings({ email }: { email: string }) {
  const texts = useTexts();
  const { byEmail: own } = useNotificationTexts();
  const settings = useNotificationSettings();
  const save = useSetNotifications({ silent: true, done: () => notify(texts, own.saved) });
  if (settings.isLoadingError)
    return <ErrorNote error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Loading lines={4} />;
  const { language, ...choices } = settings.data;
  return (
    <Paper className="pane" component="section" aria-label={own.title}>
      <Stack gap="sm">
        <Title order={2}>{own.title}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {own.hint(email)}
        </Text>
        {categories.map((category) => (
          <Switch
            key={category}
            label={own[category]}
            checked={choices[category]}
            disabled={save.isPending}
            onChange={(event) => save.mutate({ [category]: event.currentTarget.checked })}
          />
        ))}
        <Select
          label={own.language}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={language}
          allowDeselect={false}
          disabled={save.isPending}
          w={{ base: '100%', sm: 240 }}
          onChange={(value) => value !== null && save.mutate({ language: value as Language })}
        />
        {save.error && <ErrorNote error={save.error} />}
      </Stack>
    </Paper>
  );
}
