import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Modal, SegmentedControl, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { useApprovalTexts } from '../../approvals';
import { notify } from '../../../ui/action';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { writtenChannels } from '../../content';
import { isCopyName } from '../draft/title';
import { scheduleErrorOf } from '../schedule';
import { LONGEST_NOTE } from './approval-panel';
import { ContentChecks } from './content-checks';
import type { FieldPlace } from './focus-field';
import { MissingInRehearsal, Reach, RehearsalProblems } from './rehearsal';
import { SendTime } from './send-time';
import { SenderWarnings } from './sender-warnings';
import { useRequestApproval } from '../api/approvals';
import { usePublish } from '../api/campaigns';
import type { useContentChecks } from '../api/content-checks';
import { usePreview } from '../api/preview';
import { useRehearsal } from '../api/rehearsal';

type Detail = Schemas['CampaignDetail'];

interface PublishDialogProps {
  campaign: Detail;
  /** The person of the preview; null: no specific person. */
  person: Schemas['Subscriber'] | null;
  checks: ReturnType<typeof useContentChecks>;
  /** Whether the campaign needs an approval first: the dialog asks for it. */
  isAsking: boolean;
  /** The time that is suggested. Null: now. */
  plannedAt: string | null;
  onClose: () => void;
  /** Closes the dialog and shows a field. */
  onField: (place: FieldPlace) => void;
  onPublished: () => void;
}

/** The rehearsal shows the same, with the people. */
const inRehearsal = ['PLACEHOLDER_UNFILLED'] as const;

/** Shows what will happen when the campaign is sent, and asks for a confirmation. */
export function PublishDialog({
  campaign,
  person,
  checks,
  isAsking,
  plannedAt,
  onClose,
  onField,
  onPublished,
}: PublishDialogProps) {
  const texts = useTexts();
  const { campaign: campaignTexts, campaignEditor } = useCampaignTexts();
  const approval = useApprovalTexts();
  const { time } = useFormat();
  const { data: rehearsal, ...rehearsing } = useRehearsal(campaign);
  const preview = usePreview(campaign, person);
  const maySend = useMay('send');
  const [when, setWhen] = useState<'now' | 'later'>(maySend && plannedAt !== null ? 'later' : 'now');
  const [at, setAt] = useState(plannedAt ?? '');
  /** Whether a time is in the past is checked again on submit. */
  const [opened, setOpened] = useState(() => Date.now());
  const error = when === 'later' ? scheduleErrorOf(at, Date.now()) : null;
  const written = writtenChannels(campaign);
  const reached = rehearsal?.reached ?? 0;
  const reaches = (channel: Schemas['Channel']): boolean => (rehearsal?.channels[channel].reached ?? 0) > 0;
  const publish = usePublish({
    silent: true,
    done: () => {
      notify(
        texts,
        when === 'now' ? campaignTexts.published : campaignTexts.scheduled(time(new Date(at).toISOString())),
      );
      onClose();
      onPublished();
    },
  });
  const [note, setNote] = useState('');
  const ask = useRequestApproval({
    silent: true,
    done: () => {
      notify(texts, approval.asked);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const scheduled = when === 'later' ? { scheduledAt: new Date(at).toISOString() } : {};
    const body = { campaignId: campaign._id, ...scheduled };
    const request = {
      id: campaign._id,
      ...(note.trim() !== '' && { note }),
      ...(maySend && { isStarted: true, ...scheduled }),
    };
    // Time passes while the dialog is open.
    if (when === 'later' && scheduleErrorOf(at, Date.now()) !== null) setOpened(Date.now());
    else if (isAsking) ask.mutate(request);
    else publish.mutate(body);
  };
  const people = texts.recipients(reached);
  const isBlocked = reached === 0 || (rehearsal?.problems.length ?? 0) > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={isAsking ? approval.askTitle : campaignTexts.publishTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {rehearsing.error && <ErrorNote error={rehearsing.error} retry={() => void rehearsing.refetch()} />}
          {rehearsal && <RehearsalProblems problems={rehearsal.problems} />}
          <SenderWarnings of={written.filter(reaches)} named={campaign.senders} />
          {isCopyName(campaign.name, texts) && written.includes('EMAIL') && (
            <Alert color="yellow">{campaignTexts.subjectOfCopy(campaign.name)}</Alert>
          )}
          {rehearsal && <MissingInRehearsal {...rehearsal} />}
          {preview.error && <ErrorNote error={preview.error} />}
          {rehearsing.isLoading && <Skeleton height={72} aria-label={campaignTexts.stillCounting} />}
          {rehearsal?.isComplete && reached === 0 && (
            <Alert color="orange">{campaignTexts.publishNobody}</Alert>
          )}
          {rehearsal && (
            <Reach
              rehearsal={rehearsal}
              of={written}
              start={when === 'later' && at !== '' ? new Date(at).getTime() : opened}
            />
          )}
          <ContentChecks checks={checks} order={3} onField={onField} except={inRehearsal} />
          {isFreeText(campaign) && reaches('WHATSAPP') && (
            <Text size="sm">
              {campaignEditor.freeText}{' '}
              {!!rehearsal?.outsideWindow &&
                campaignTexts.outsideWindow(texts.people(rehearsal.outsideWindow))}
            </Text>
          )}
          {isAsking && (
            <Textarea
              label={approval.note}
              value={note}
              maxLength={LONGEST_NOTE}
              autosize
              minRows={2}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
          {isAsking && !maySend && <Text size="sm">{approval.startsManually}</Text>}
          {maySend && (
            <SegmentedControl
              value={when}
              onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
              aria-label={campaignTexts.publishTime}
              data={[
                { value: 'now', label: isAsking ? approval.whenApproved : campaignTexts.publishNow },
                { value: 'later', label: campaignTexts.publishLater },
              ]}
            />
          )}
          {when === 'later' && <SendTime value={at} opened={opened} onChange={setAt} />}
          {(ask.error ?? publish.error) && <ErrorNote error={ask.error ?? publish.error} />}
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={ask.isPending || publish.isPending}
              disabled={isBlocked || (when === 'later' && (at === '' || error !== null))}
            >
              {isAsking
                ? approval.ask
                : when === 'now'
                  ? campaignTexts.publishSend(people)
                  : campaignTexts.publishSchedule(people)}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** WhatsApp delivers free text only to people who wrote recently. */
function isFreeText({ whatsappMessage, whatsappTemplate }: Detail): boolean {
  return whatsappMessage !== null && whatsappTemplate === null;
}
