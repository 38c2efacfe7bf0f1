import type { Schemas } from '@carillon/sdk';
import { Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useFormat, useTexts } from '../../../texts';
import { StateBar } from '../../../ui/states';
import { type Figures, addressedStates, figuresOf, withoutMessage } from '../figures';
import { notCounted } from './not-counted';

type Report = Schemas['Report'];

/** Rare states are shown only if they occur. The other states are always shown, even as zeros. */
const lasting = ['addressed', 'delivered', 'accepted', 'failed'] as const;

/** The main figures of a campaign. */
export function Overview({
  report,
  status,
  name,
}: {
  report: Report;
  status: Schemas['CampaignStatus'];
  name: string;
}) {
  const texts = useTexts();
  const { number, share, time } = useFormat();
  const figures = figuresOf(report);
  const { addressed } = figures;
  const isUnderWay = status === 'SENDING' || status === 'PAUSED';
  const shown = (Object.keys(figures) as (keyof Figures)[]).filter(
    (each) => figures[each] > 0 || lasting.some((kept) => kept === each),
  );
  const elsewhere = withoutMessage(report);
  const times = [
    report.publishedAt !== null && texts.report.published(time(report.publishedAt)),
    report.finishedAt !== null && texts.report.finished(time(report.finishedAt)),
    report.ratePerSecond !== null && texts.report.rate(number(report.ratePerSecond)),
    report.estimatedEndAt !== null && texts.report.ends(time(report.estimatedEndAt)),
  ].filter((each) => each !== false);
  return (
    <Paper className="pane">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, xs: 3, md: Math.max(4, shown.length) }} className="numbers">
          {shown.map((each) => (
            <Figure
              key={each}
              label={texts.report.figures[each]}
              value={number(figures[each])}
              hint={texts.report.figureHints[each]}
              {...(each !== 'addressed' && addressed > 0 && { note: share(figures[each], addressed) })}
            />
          ))}
        </SimpleGrid>
        {report.planning.done ? (
          <StateBar counts={addressedStates(report)} label={name} />
        ) : (
          <>
            {isUnderWay && <Progress value={100} animated aria-label={texts.report.planning} />}
            <Text size="sm" role="status">
              {notCounted(status, texts)}
            </Text>
          </>
        )}
        {report.status === 'SENT' && addressed > 0 && (
          <Group gap={8} wrap="nowrap" role="status">
            <IconCircleCheck size={18} style={{ flex: 'none' }} aria-hidden />
            <Text>
              {texts.reportPage.done(
                number(figures.delivered + figures.accepted),
                texts.recipients(addressed),
              )}
            </Text>
          </Group>
        )}
        {elsewhere.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.report.withoutMessage(
              elsewhere.map(([channel, count]) => `${texts.channels[channel]} ${number(count)}`).join(', '),
            )}
          </Text>
        )}
        {times.length > 0 && (
          <Text size="sm" c="dimmed">
            {times.join(' · ')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface FigureProps {
  label: string;
  value: string;
  hint: string;
  note?: string;
}

function Figure({ label, value, hint, note }: FigureProps) {
  return (
    <div title={hint}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap={8} align="baseline">
        <Text fz={26} fw={650} lh={1.2}>
          {value}
        </Text>
        {note !== undefined && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
    </div>
  );
}
