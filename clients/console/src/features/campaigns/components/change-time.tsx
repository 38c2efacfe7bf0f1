import { Button, Modal, Stack } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { notify } from '../../../ui/action';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { useReschedule } from '../api/campaigns';
import { localMinute, scheduleErrorOf } from '../schedule';
import { SendTime } from './send-time';

interface ChangeTimeProps {
  id: string;
  scheduledAt: string | null;
  onClose: () => void;
}

/** Changes when a scheduled campaign starts. It stays scheduled. */
export function ChangeTime({ id, scheduledAt, onClose }: ChangeTimeProps) {
  const texts = useTexts();
  const { campaign: campaignTexts } = useCampaignTexts();
  const { time } = useFormat();
  const before = scheduledAt === null ? '' : localMinute(Date.parse(scheduledAt));
  const [at, setAt] = useState(before);
  const [opened, setOpened] = useState(() => Date.now());
  const reschedule = useReschedule({
    silent: true,
    done: (campaign) => {
      notify(texts, campaignTexts.scheduled(time(campaign.scheduledAt ?? '')));
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // Time passes while the dialog is open.
    if (scheduleErrorOf(at, Date.now()) === null)
      reschedule.mutate({ id, scheduledAt: new Date(at).toISOString() });
    else setOpened(Date.now());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.scheduled.changeTime}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <SendTime value={at} opened={opened} onChange={setAt} />
          {reschedule.error && <ErrorNote error={reschedule.error} />}
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={reschedule.isPending}
              disabled={at === '' || at === before || scheduleErrorOf(at, opened) !== null}
            >
              {texts.scheduled.change}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
