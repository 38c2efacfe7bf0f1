import { Alert, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useTexts } from '../../../texts';
import { useApprovalTexts } from '../texts';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading } from '../../../ui/page';
import { useApprovalSetting, useSetApproval } from '../api/approval-setting';

/** Whether another member must approve each campaign. */
export function ApprovalSettings() {
  const texts = useTexts();
  const own = useApprovalTexts();
  const setting = useApprovalSetting();
  const save = useSetApproval({ silent: true, done: () => notify(texts, own.saved) });
  if (setting.isLoadingError) return <ErrorNote error={setting.error} retry={() => void setting.refetch()} />;
  if (!setting.data) return <Loading lines={2} />;
  const { required, members, approvers } = setting.data;
  const isAlone = members < 2;
  return (
    <Paper className="pane" component="section" aria-label={own.settingTitle}>
      <Stack gap="sm">
        <Title order={2}>{own.settingTitle}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {own.settingHint}
        </Text>
        <Switch
          label={own.setting}
          checked={required}
          disabled={save.isPending || (isAlone && !required)}
          onChange={(event) => save.mutate({ required: event.currentTarget.checked })}
        />
        {isAlone && <Alert color="yellow">{own.alone}</Alert>}
        {!isAlone && approvers < 2 && <Alert color="yellow">{own.oneApprover}</Alert>}
        {save.error && <ErrorNote error={save.error} />}
      </Stack>
    </Paper>
  );
}
