import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Checkbox, Chip, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../session';
import { useTexts } from '../texts';
import { DialogButtons, tell, useAct } from '../ui/act';
import { ErrorNote } from '../ui/page';
import { channels, useReason } from '../ui/states';

type Row = Schemas['ReportReason'];

/** The states that can be sent to again. */
const endStates = ['FAILED', 'UNCONFIRMED'] as const;
type EndState = (typeof endStates)[number];

/** The API takes so many reasons at once. */
const MAX_REASONS = 50;

/** The rows of a report whose people can be sent to again. */
export function retryableOf(reasons: readonly Row[]): Row[] {
  return reasons.filter(({ state }) => isEnd(state));
}

function isEnd(state: Row['state']): state is EndState {
  return endStates.some((each) => each === state);
}

const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { count }) => sum + count, 0);

interface RetryProps {
  campaignId: string;
  reasons: readonly Row[];
  /** The reason that was pointed at; null: whoever opens it chooses. */
  first: Row | null;
  onClose: () => void;
}

/**
 * Asks who is to be sent to again, and says how many that are. Reasons and channels are chosen in one state, so that the
 * request, which names each by itself, means those who are shown and no others.
 */
export function Retry({ campaignId, reasons, first, onClose }: RetryProps) {
  const texts = useTexts();
  const word = useReason();
  const { client } = useSession();
  const rows = retryableOf(reasons);
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
  const [chosen, setChosen] = useState<string[]>(first ? [first.reason] : []);
  const offered = ended.filter(({ channel }) => on.includes(channel));
  const meant = offered.filter(({ reason }) => chosen.includes(reason));
  const count = sumOf(meant);
  const named = [...new Set(meant.map(({ reason }) => reason))];
  const again = useAct({
    act: () =>
      client.post('/campaigns/{id}/retry', {
        path: { id: campaignId },
        body: { states: [state], reasons: named, channels: on },
      }),
    changes: ['campaign', 'report', 'deliveries', 'campaigns'],
    silent: true,
    done: () => {
      tell(texts, texts.reportPage.againDone);
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.reportPage.againTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
      size="lg"
    >
      <Stack>
        <Text size="sm">{texts.reportPage.againText}</Text>
        {endings.length > 1 && (
          <SegmentedControl
            aria-label={texts.report.state}
            value={state}
            onChange={setState}
            data={endings.map((value) => ({ value, label: texts.states[value] }))}
          />
        )}
        {state === 'UNCONFIRMED' && <Alert color="yellow">{texts.reportPage.againUnconfirmed}</Alert>}
        {present.length > 1 && (
          <Chip.Group
            multiple
            value={on}
            onChange={(value) => setOff(channels.filter((each) => !value.includes(each)))}
          >
            <Group gap="xs" role="group" aria-label={texts.reportPage.againChannels}>
              {present.map((channel) => (
                <Chip key={channel} value={channel} size="sm">
                  {texts.channels[channel]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label={texts.reportPage.againTitle}>
          <Stack gap="sm">
            {[...new Set(offered.map(({ reason }) => reason))].map((reason) => {
              const people = texts.people(sumOf(offered.filter((row) => row.reason === reason)));
              return (
                <Checkbox
                  key={reason}
                  value={reason}
                  label={`${word(reason)} · ${people}`}
                  description={texts.reportPage.advice[reason]}
                />
              );
            })}
          </Stack>
        </Checkbox.Group>
        {again.error && <ErrorNote error={again.error} />}
        <DialogButtons onClose={onClose}>
          <Button
            disabled={count === 0 || named.length > MAX_REASONS}
            loading={again.isPending}
            onClick={() => again.mutate(undefined)}
          >
            {count === 0 ? texts.reportPage.againNobody : texts.reportPage.againGo(texts.people(count))}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
