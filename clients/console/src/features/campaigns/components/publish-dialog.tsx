import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { timeZone, useFormat, useTexts } from '../../../texts';
import { notify } from '../../../ui/action';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { ChannelIcon } from '../../../ui/states';
import { type Fields, MissingValues, SmsCost, useAudience } from '../../audience';
import { writtenChannels } from '../../content';
import { useMissingSenders } from '../../settings';
import { isCopyName } from '../draft/draft';
import { scheduleErrorOf, firstMinute } from '../schedule';
import { PreviewWarnings } from './preview-warnings';
import { SenderWarnings } from './sender-warnings';
import { usePublish } from '../api/campaigns';
import { usePreview } from '../api/preview';

type Detail = Schemas['CampaignDetail'];

interface PublishDialogProps {
  campaign: Detail;
  /** The person of the preview; null: no specific person. */
  person: Schemas['Subscriber'] | null;
  fields: Fields | null;
  onClose: () => void;
  onPublished: () => void;
}

/** Shows the number of recipients and the senders, and asks for a confirmation. */
export function PublishDialog({ campaign, person, fields, onClose, onPublished }: PublishDialogProps) {
  const texts = useTexts();
  const { number, time } = useFormat();
  const audience = useAudience(campaign);
  const preview = usePreview(campaign, person);
  const hasNoSender = useMissingSenders();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [at, setAt] = useState('');
  /** Whether a time is in the past is checked again on submit. */
  const [opened, setOpened] = useState(() => Date.now());
  const error = when === 'later' ? scheduleErrorOf(at, Date.now()) : null;
  const written = writtenChannels(campaign);
  const counts = written.map((channel) => {
    const { reachable = 0, suppressed = 0, excluded = 0 } = audience.data?.channels[channel] ?? {};
    const isReached = !hasNoSender(channel);
    return { channel, suppressed, excluded, reached: isReached ? reachable : 0, isReached };
  });
  const total = counts.reduce((sum, { reached }) => sum + reached, 0);
  const suppressed = counts.reduce((sum, each) => sum + each.suppressed, 0);
  const excluded = counts.reduce((sum, each) => sum + each.excluded, 0);
  const publish = usePublish({
    silent: true,
    done: () => {
      notify(
        texts,
        when === 'now'
          ? texts.campaign.published
          : texts.campaign.scheduled(time(new Date(at).toISOString())),
      );
      onClose();
      onPublished();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const scheduled = when === 'later' ? { scheduledAt: new Date(at).toISOString() } : {};
    const body = { campaignId: campaign._id, ...scheduled };
    // Time passes while the dialog is open.
    if (when === 'now' || scheduleErrorOf(at, Date.now()) === null) publish.mutate(body);
    else setOpened(Date.now());
  };
  const people = texts.recipients(total);
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.campaign.publishTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {audience.error && <ErrorNote error={audience.error} />}
          <SenderWarnings
            of={counts.filter(({ reached }) => reached > 0).map(({ channel }) => channel)}
            named={campaign.senders}
          />
          {isCopyName(campaign.name, texts) && written.includes('EMAIL') && (
            <Alert color="yellow">{texts.campaign.subjectOfCopy(campaign.name)}</Alert>
          )}
          <MissingValues fields={fields} of={written} />
          {preview.error && <ErrorNote error={preview.error} />}
          <PreviewWarnings warnings={preview.data?.warnings ?? []} />
          {audience.data &&
            (total === 0 ? (
              <Alert color="orange">{texts.campaign.publishNobody}</Alert>
            ) : (
              <div>
                <Text size="sm" mb={6}>
                  {texts.campaign.publishText(people)}
                </Text>
                <Stack gap={4}>
                  {counts.map(({ channel, reached, isReached }) => (
                    <Group key={channel} gap={8} className="numbers">
                      <ChannelIcon channel={channel} />
                      <Text size="sm" flex={1}>
                        {texts.channels[channel]}
                        {!isReached && ` – ${texts.campaign.noSender}`}
                      </Text>
                      <Text size="sm" fw={600}>
                        {number(reached)}
                      </Text>
                    </Group>
                  ))}
                </Stack>
                <Stack gap="xs" mt="xs">
                  {!audience.data.isComplete && <Text size="sm">{texts.campaign.audienceAtLeast}</Text>}
                  {excluded > 0 && (
                    <Text size="sm" c="dimmed">
                      {texts.campaign.leftOut(texts.recipients(excluded))}
                    </Text>
                  )}
                  {suppressed > 0 && (
                    <Text size="sm" c="dimmed">
                      {texts.campaign.publishSkipped(texts.recipients(suppressed))}
                    </Text>
                  )}
                  {written.includes('SMS') && !hasNoSender('SMS') && (
                    <SmsCost campaign={campaign} fields={fields} isNamed />
                  )}
                  {isFreeText(campaign) && !hasNoSender('WHATSAPP') && (
                    <Text size="sm">{texts.campaignEditor.freeText}</Text>
                  )}
                </Stack>
              </div>
            ))}
          <SegmentedControl
            value={when}
            onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
            aria-label={texts.campaign.publishTime}
            data={[
              { value: 'now', label: texts.campaign.publishNow },
              { value: 'later', label: texts.campaign.publishLater },
            ]}
          />
          {when === 'later' && (
            <TextInput
              type="datetime-local"
              label={texts.campaign.publishTime}
              description={texts.zone(timeZone)}
              value={at}
              min={firstMinute(opened)}
              error={error !== null && texts.campaign.publishFaults[error]}
              onChange={(event) => setAt(event.currentTarget.value)}
              required
            />
          )}
          {publish.error && <ErrorNote error={publish.error} />}
          <DialogButtons onClose={onClose}>
            <Button
              type="submit"
              loading={publish.isPending}
              disabled={!audience.data || total === 0 || (when === 'later' && (at === '' || error !== null))}
            >
              {when === 'now' ? texts.campaign.publishSend(people) : texts.campaign.publishSchedule(people)}
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
