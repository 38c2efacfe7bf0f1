import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Checkbox, Chip, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useReportTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { notify } from '../../../ui/action';
import { ErrorNote } from '../../../ui/page';
import { ChannelIcon, channels } from '../../../ui/states';
import { useReason } from '../../../ui/reason';
import {
  type EndState,
  endStates,
  isEnd,
  likelyReasons,
  retryableOf,
  segmentsOfOne,
  sumOf,
} from '../retry-choice';
import { PriceFields, smsSize, useSmsPrice } from '../../content';
import { useRetry } from '../api/report';

type Row = Schemas['ReportReason'];

/** The limit of reasons in an API request. */
const MAX_REASONS = 50;

interface RetryProps {
  campaign: Pick<Schemas['CampaignDetail'], '_id' | 'smsMessage' | 'smsMedia'>;
  report: Pick<Schemas['Report'], 'reasons' | 'channels'>;
  /** The preselected reason; null: the user chooses. */
  first: Row | null;
  onClose: () => void;
}

/**
 * Asks which recipients to retry, and shows the number of people, the channels, and the cost. Reasons and channels are
 * selected within one state, so that the request, which lists them separately, contains exactly the shown people.
 */
export function Retry({ campaign, report, first, onClose }: RetryProps) {
  const texts = useTexts();
  const { reportPage } = useReportTexts();
  const { number } = useFormat();
  const labelOf = useReason();
  const rows = retryableOf(report.reasons);
  const endings = endStates.filter((each) => rows.some(({ state }) => state === each));
  const [state, setState] = useState<EndState>(
    first && isEnd(first.state) ? first.state : (endings[0] ?? 'FAILED'),
  );
  const ended = rows.filter((row) => row.state === state);
  const present = channels.filter((each) => ended.some(({ channel }) => channel === each));
  const [off, setOff] = useState<readonly string[]>(
    first ? channels.filter((each) => each !== first.channel) : [],
  );
  const on = present.filter((each) => !off.includes(each));
  const [chosen, setChosen] = useState<string[]>(first ? [first.reason] : likelyReasons(ended));
  const offered = ended.filter(({ channel }) => on.includes(channel));
  const meant = offered.filter(({ reason }) => chosen.includes(reason));
  const count = sumOf(meant);
  const named = [...new Set(meant.map(({ reason }) => reason))];
  const again = useRetry({
    silent: true,
    done: () => {
      notify(texts, reportPage.againDone);
      onClose();
    },
  });
  const byChannel = on
    .map((channel) => [channel, sumOf(meant.filter((row) => row.channel === channel))] as const)
    .filter(([, people]) => people > 0);
  const textMessages = byChannel.find(([channel]) => channel === 'SMS')?.[1] ?? 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={reportPage.againTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
      size="lg"
    >
      {rows.length === 0 ? (
        <Text size="sm">{texts.errors.codes.nothing_to_retry}</Text>
      ) : (
        <Stack>
          <Text size="sm">{reportPage.againText}</Text>
          {endings.length > 1 && (
            <SegmentedControl
              aria-label={texts.report.state}
              value={state}
              onChange={(value) => {
                setState(value);
                setChosen(likelyReasons(rows.filter((row) => row.state === value)));
              }}
              data={endings.map((value) => ({ value, label: texts.states[value] }))}
            />
          )}
          {state === 'UNCONFIRMED' && <Alert color="yellow">{reportPage.againUnconfirmed}</Alert>}
          {present.length > 1 && (
            <Chip.Group
              multiple
              value={on}
              onChange={(value) => setOff(channels.filter((each) => !value.includes(each)))}
            >
              <Group gap="xs" role="group" aria-label={reportPage.againChannels}>
                {present.map((channel) => (
                  <Chip key={channel} value={channel} size="sm">
                    {texts.channels[channel]}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          )}
          <Checkbox.Group value={chosen} onChange={setChosen} aria-label={reportPage.againTitle}>
            <Stack gap="sm">
              {[...new Set(offered.map(({ reason }) => reason))].map((reason) => {
                const people = texts.people(sumOf(offered.filter((row) => row.reason === reason)));
                return (
                  <Checkbox
                    key={reason}
                    value={reason}
                    label={`${labelOf(reason)} · ${people}`}
                    description={reportPage.advice[reason]}
                  />
                );
              })}
            </Stack>
          </Checkbox.Group>
          {count > 0 && (
            <Stack gap={4} className="numbers">
              {byChannel.map(([channel, people]) => (
                <Group key={channel} gap={8}>
                  <ChannelIcon channel={channel} />
                  <Text size="sm" flex={1}>
                    {texts.channels[channel]}
                  </Text>
                  <Text size="sm" fw={600}>
                    {number(people)}
                  </Text>
                </Group>
              ))}
            </Stack>
          )}
          {textMessages > 0 && campaign.smsMedia === null && (
            <Cost
              segments={Math.ceil(
                textMessages * segmentsOfOne(report, smsSize(campaign.smsMessage ?? '').segments),
              )}
            />
          )}
          {byChannel.some(([channel]) => channel === 'WHATSAPP') && (
            <Text size="sm" c="dimmed">
              {reportPage.whatsappCost}
            </Text>
          )}
          {again.error && <ErrorNote error={again.error} />}
          <DialogButtons onClose={onClose}>
            <Button
              disabled={count === 0 || named.length > MAX_REASONS}
              loading={again.isPending}
              onClick={() =>
                again.mutate({ id: campaign._id, states: [state], reasons: named, channels: on })
              }
            >
              {count === 0 ? reportPage.againNobody : reportPage.againGo(texts.recipients(count))}
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </Modal>
  );
}

/** The estimated cost of the SMS of a retry. */
function Cost({ segments }: { segments: number }) {
  const texts = useTexts();
  const { reportPage } = useReportTexts();
  const { money } = useFormat();
  const [price, setPrice] = useSmsPrice();
  const cost = price.amount === null ? null : money(segments * price.amount, price.currency);
  return (
    <Stack gap="xs">
      <PriceFields price={price} onChange={setPrice} />
      <Text size="sm" className="numbers">
        {reportPage.againSegments(segments)}{' '}
        {cost === null ? texts.campaignEditor.priceUnknown : texts.campaignEditor.cost(cost, false)}
      </Text>
    </Stack>
  );
}
