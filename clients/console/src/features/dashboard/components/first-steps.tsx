import { Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { Loading } from '../../../ui/page';
import { useGroups } from '../../people';
import { useSenders } from '../../settings';
import { useFirstDraft } from '../api/dashboard';
import { useDashboardTexts } from '../texts';

/** The steps to the first campaign, for an account that has sent none. Each is done if the account has its result. */
export function FirstSteps() {
  const texts = useTexts();
  const { first } = useDashboardTexts();
  const mayWrite = useMay('write');
  const isAdmin = useMay('admin');
  const senders = useSenders();
  const groups = useGroups({ withCounts: true });
  const draft = useFirstDraft(true);
  if (senders.isPending || groups.isPending || draft.isPending) return <Loading lines={4} />;
  const hasSender = senders.data?.some(({ status }) => status !== 'FAILING') ?? false;
  const hasPeople = groups.data?.some(({ counts }) => (counts?.total ?? 0) > 0) ?? false;
  const campaignId = draft.data?._id ?? 'new';
  const link = (to: ReactNode, may = mayWrite) => may && to;
  return (
    <Paper className="pane" component="section" aria-label={first.title}>
      <Title order={2}>{first.title}</Title>
      <Text c="dimmed" mb="md">
        {mayWrite ? first.intro : texts.identity.mayOnlyRead}
      </Text>
      <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
        <Step title={first.sender} text={first.senderText} isDone={hasSender}>
          {link(
            <Button
              variant="default"
              size="xs"
              renderRoot={(props) => <Link to="/settings" search={{ tab: 'senders' }} {...props} />}
            >
              {first.senderLink}
            </Button>,
            isAdmin,
          )}
        </Step>
        <Step title={first.people} text={first.peopleText} isDone={hasPeople}>
          {link(
            <Button component={Link} to="/people" variant="default" size="xs">
              {first.peopleLink}
            </Button>,
          )}
        </Step>
        <Step title={first.draft} text={first.draftText} isDone={draft.data != null}>
          {link(
            <Button
              size="xs"
              renderRoot={(props) => <Link to="/campaigns/$campaignId" params={{ campaignId }} {...props} />}
            >
              {draft.data ? first.continueDraft : first.draftLink}
            </Button>,
          )}
        </Step>
        <Step title={first.publish} text={first.publishText} isDone={false} />
      </Stack>
    </Paper>
  );
}

interface StepProps {
  title: string;
  text: string;
  isDone: boolean;
  /** What to do, while it isn't done. */
  children?: ReactNode;
}

function Step({ title, text, isDone, children }: StepProps) {
  const { first } = useDashboardTexts();
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Text c={isDone ? 'teal' : 'dimmed'} lh={0} pt={2} aria-hidden>
        {isDone ? <IconCircleCheckFilled size={20} /> : <IconCircle size={20} />}
      </Text>
      <Stack gap={6} align="flex-start">
        <div>
          <Text fw={600}>
            <VisuallyHidden>{`${isDone ? first.done : first.open}: `}</VisuallyHidden>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {!isDone && children}
      </Stack>
    </Group>
  );
}
