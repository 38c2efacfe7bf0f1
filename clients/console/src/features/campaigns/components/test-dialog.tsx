import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useMay, useProfile, useSession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { notify } from '../../../ui/action';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { writtenChannels } from '../../content';
import { useTestCampaign } from '../api/campaigns';

interface TestDialogProps {
  campaign: Schemas['CampaignDetail'];
  /** The person of the preview; null: no specific person. */
  person: Schemas['Subscriber'] | null;
  /** The language of the message. Null: the texts for everyone. */
  language: string | null;
  onClose: () => void;
}

/** Sends one message to the person's own address, with the data of the preview. */
export function TestDialog({ campaign, person, language, onClose }: TestDialogProps) {
  const texts = useTexts();
  const { campaign: campaignTexts } = useCampaignTexts();
  const { account } = useSession();
  const profile = useProfile();
  const maySend = useMay('send');
  // Members who can't send receive test emails at their own address.
  const written = writtenChannels(campaign).filter((each) => maySend || each === 'EMAIL');
  const [channel, setChannel] = useState<Schemas['Channel']>(written[0] ?? 'EMAIL');
  const [typed, setTyped] = useState<string | null>(null);
  const own = channel === 'EMAIL' ? (profile ? profile.email : account.email) : null;
  const identifier = typed ?? own ?? '';
  const test = useTestCampaign({
    silent: true,
    done: ({ state }) => {
      if (state !== 'SENT') return;
      notify(texts, campaignTexts.testSent);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    test.mutate({
      id: campaign._id,
      channel,
      identifier,
      extraData: person?.extraData ?? {},
      translation: language,
    });
  };
  const state = test.data?.state;
  return (
    <Modal
      opened
      onClose={onClose}
      title={campaignTexts.testTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {campaignTexts.testText}{' '}
            {person ? campaignTexts.testAs(person.identifier) : campaignTexts.testAsNobody}
          </Text>
          <SegmentedControl
            aria-label={campaignTexts.testChannel}
            value={channel}
            onChange={(value) => setChannel(value)}
            data={written.map((value) => ({ value, label: texts.channels[value] }))}
          />
          <TextInput
            label={campaignTexts.testAddress}
            description={maySend ? campaignTexts.testAddressHint : campaignTexts.testOwnOnly}
            readOnly={!maySend}
            value={identifier}
            onChange={(event) => setTyped(event.currentTarget.value)}
            required
            data-autofocus
          />
          {test.error && <ErrorNote error={test.error} />}
          {state !== undefined && state !== 'SENT' && (
            <Alert color="orange">
              {state === 'FAILED' ? campaignTexts.testFailed : campaignTexts.testUnconfirmed}
            </Alert>
          )}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={test.isPending}>
              {campaignTexts.testSend}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
