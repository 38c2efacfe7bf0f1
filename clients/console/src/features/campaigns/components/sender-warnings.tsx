import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useCampaignTexts } from '../texts';
import { useReason } from '../../../ui/reason';
import { DomainWarning, sendersIn, useSenders, useTestSender } from '../../settings';

interface SenderWarningsProps {
  of: readonly Schemas['Channel'][];
  /** The senders that the campaign names. */
  named: Schemas['CampaignDetail']['senders'];
}

/**
 * The senders of the campaign, on these channels, that are paused, failed their last test, or were never tested, and
 * those whose domain is not set up completely.
 */
export function SenderWarnings({ of, named }: SenderWarningsProps) {
  const { data } = useSenders();
  const used = (data ?? []).filter(
    ({ _id, channel, isDefault }) =>
      of.includes(channel) && (named[channel] ? named[channel] === _id : isDefault),
  );
  return used.map((sender) => (
    <Fragment key={sender._id}>
      {sender.isPaused ? (
        <PausedSender {...sender} />
      ) : (
        sender.status !== 'OK' && <DoubtfulSender {...sender} />
      )}
      {sendersIn(sender, data ?? []).map(
        ({ _id, provider, settings }) =>
          provider === 'SMTP' &&
          'fromAddress' in settings && <DomainWarning key={_id} fromAddress={settings.fromAddress} />,
      )}
    </Fragment>
  ));
}

function PausedSender({ channel, name }: Schemas['Sender']) {
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  return (
    <Alert color="yellow" title={campaign.senderPaused(texts.channels[channel], name)}>
      <Text size="sm">{campaign.senderPausedText}</Text>
    </Alert>
  );
}

function DoubtfulSender({ _id, channel, name, status, statusReason }: Schemas['Sender']) {
  const texts = useTexts();
  const { campaign } = useCampaignTexts();
  const reason = useReason();
  const isAdmin = useMay('admin');
  const test = useTestSender();
  return (
    <Alert
      color={status === 'FAILING' ? 'red' : 'yellow'}
      title={(status === 'FAILING' ? campaign.senderFails : campaign.senderUntested)(
        texts.channels[channel],
        name,
      )}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {status === 'FAILING'
            ? [statusReason !== null && `${reason(statusReason)}.`, campaign.senderFailsText]
                .filter(Boolean)
                .join(' ')
            : campaign.senderUntestedText}
        </Text>
        {isAdmin && (
          <Button
            size="compact-sm"
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate({ id: _id })}
          >
            {campaign.testSender}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
