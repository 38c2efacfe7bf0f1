import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMay } from '../../../../app/session/session';
import { useFormat, useTexts } from '../../../../texts';
import { useRampUp, useResumeRampUp } from '../../api/ramp-up';
import { useRampUpTexts } from './ramp-up-texts';

/** How many emails a sender with daily limits has sent today, and why it waits. */
export function RampUpState({ senderId }: { senderId: string }) {
  const texts = useRampUpTexts();
  const { domainGroups: groupNames } = useTexts();
  const format = useFormat();
  const isAdmin = useMay('admin');
  const { data: state } = useRampUp(senderId);
  const resuming = useResumeRampUp();
  if (!state) return null;
  const { day, limit, sent, domainGroups, waitsUntil, paused } = state;
  const { number } = format;
  return (
    <Stack gap={4} mt="sm">
      <Text size="sm">
        {[
          texts.progress(number(day), number(sent), number(limit)),
          ...domainGroups.map((each) =>
            texts.ofGroupProgress(groupNames[each.group], number(each.sent), number(each.limit)),
          ),
          ...(waitsUntil === null ? [] : [texts.continues(format.time(waitsUntil))]),
        ].join(' · ')}
      </Text>
      {paused && (
        <Alert color="yellow">
          <Group justify="space-between">
            <Text size="sm">{texts.paused[paused.reason](format.share(paused.rate, 1))}</Text>
            {isAdmin && (
              <Button
                variant="default"
                size="xs"
                loading={resuming.isPending}
                onClick={() => resuming.mutate(senderId)}
              >
                {texts.resume}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </Stack>
  );
}
