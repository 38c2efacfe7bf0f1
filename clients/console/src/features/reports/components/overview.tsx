import type { Schemas } from '@carillon/sdk';
import { Anchor, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormat, useTexts } from '../../../texts';
import { useReportTexts } from '../texts';
import { KeyFigure } from '../../../ui/key-figure';
import { StateBar } from '../../../ui/state-bar';
import { addressedStates, resultsOf, trackingOf, withoutMessage } from '../figures';
import { notCounted } from './not-counted';

type Report = Schemas['Report'];

interface OverviewProps {
  report: Report;
  status: Schemas['CampaignStatus'];
  name: string;
}

/** What the campaign achieved, and its progress. */
export function Overview({ report, status, name }: OverviewProps) {
  const texts = useTexts();
  const { report: reportTexts, reportPage } = useReportTexts();
  const { number, time } = useFormat();
  const { addressed, delivered } = resultsOf(report);
  const isUnderWay = status === 'SENDING' || status === 'PAUSED';
  const elsewhere = withoutMessage(report);
  const times = [
    report.publishedAt !== null && reportTexts.published(time(report.publishedAt)),
    report.finishedAt !== null && reportTexts.finished(time(report.finishedAt)),
    report.estimatedEndAt !== null && reportTexts.ends(time(report.estimatedEndAt)),
  ].filter((each) => each !== false);
  return (
    <Paper className="pane">
      <Stack gap="md">
        <KeyFigures report={report} />
        <WhyUnknown report={report} />
        {report.planning.done ? (
          <StateBar counts={addressedStates(report)} label={name} />
        ) : (
          <>
            {isUnderWay && <Progress value={100} animated aria-label={reportTexts.planning} />}
            <Text size="sm" role="status">
              {notCounted(status, reportTexts)}
            </Text>
          </>
        )}
        {report.status === 'SENT' && addressed > 0 && (
          <Group gap={8} wrap="nowrap" role="status">
            <IconCircleCheck size={18} style={{ flex: 'none' }} aria-hidden />
            <Text size="sm">{reportPage.done(number(delivered), texts.recipients(addressed))}</Text>
          </Group>
        )}
        {elsewhere.length > 0 && (
          <Text size="sm" c="dimmed">
            {reportTexts.withoutMessage(
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

/** Each number with its rate, and with the number that the rate refers to. */
function KeyFigures({ report }: { report: Report }) {
  const { results } = useReportTexts();
  const { number, share, sums } = useFormat();
  const { addressed, sent, delivered, bounced } = resultsOf(report);
  const emails = resultsOf(report.channels.EMAIL).delivered;
  const { opens, clicks } = report.engagement;
  const tracking = trackingOf(report);
  const { figures, hints, shareOf } = results;
  const rate = (part: number, whole: number, of: keyof typeof shareOf): string | null =>
    whole > 0 ? shareOf[of](share(part, whole), whole) : null;
  const engaged = (counts: Schemas['EngagementCounts']) => {
    if (tracking === 'OFF' || tracking === 'NO_EMAIL') return { value: '–', note: results.unknown[tracking] };
    const { unique, total } = counts;
    return unique === null
      ? { value: number(total), note: results.totalsOnly }
      : { value: number(unique), note: rate(unique, emails, 'emails') };
  };
  const { conversions, optOuts } = report;
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, lg: conversions ? 7 : 6 }} className="numbers" component="dl" m={0}>
      <KeyFigure
        label={figures.sent}
        hint={hints.sent}
        value={number(sent)}
        note={rate(sent, addressed, 'recipients')}
      />
      <KeyFigure
        label={figures.delivered}
        hint={hints.delivered}
        value={number(delivered)}
        note={rate(delivered, sent, 'sent')}
      />
      <KeyFigure label={figures.opened} hint={hints.opened} {...engaged(opens)} />
      <KeyFigure label={figures.clicked} hint={hints.clicked} {...engaged(clicks)} />
      {conversions && (
        <KeyFigure
          label={figures.conversions}
          hint={hints.conversions}
          value={number(conversions.total)}
          note={sums(conversions.values) || null}
        />
      )}
      <KeyFigure
        label={figures.optedOut}
        hint={hints.optedOut}
        value={optOuts === null ? '–' : number(optOuts)}
        note={optOuts === null ? results.optOutsUnknown : rate(optOuts, emails, 'emails')}
      />
      <KeyFigure
        label={figures.bounced}
        hint={hints.bounced}
        value={number(bounced)}
        note={rate(bounced, sent, 'sent')}
      />
    </SimpleGrid>
  );
}

/** Why opens and clicks aren't counted, or not for each person. */
function WhyUnknown({ report }: { report: Report }) {
  const { results } = useReportTexts();
  const tracking = trackingOf(report);
  if (tracking === 'FULL' || tracking === 'NO_EMAIL' || report.status === 'SCHEDULED') return null;
  return (
    <Text size="sm" c="dimmed">
      {results.why[tracking]}{' '}
      <Anchor
        renderRoot={(props) => <Link to="/settings" search={{ tab: 'tracking' }} {...props} />}
        size="sm"
        underline="always"
      >
        {results.toTracking}
      </Anchor>
    </Text>
  );
}
