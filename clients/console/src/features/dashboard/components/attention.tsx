import { Group, Paper, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useStatusReasonTexts } from '../../../texts/status-reasons';
import type { Figures } from '../../campaigns';
import { useSenders } from '../../settings';
import { type CurrentCampaigns, useStatusReasons } from '../api/dashboard';
import { highRateOf } from '../metrics';
import { useDashboardTexts } from '../texts';
import { CampaignLink } from './campaign-link';
import { Section } from './section';

interface AttentionProps {
  campaigns: CurrentCampaigns;
  figures: ReadonlyMap<string, Figures>;
}

/** A problem, where it is, and what it means. */
interface Problem {
  key: string;
  link: ReactNode;
  text: string;
}

/** Paused campaigns, campaigns that did not start, failing senders, and high rates of bounces and complaints. */
export function Attention(props: AttentionProps) {
  const own = useDashboardTexts();
  const problems = useProblems(props);
  return (
    <Section title={own.attention}>
      <Paper className="pane" p={0}>
        {problems.length === 0 ? (
          <Group gap="xs" p="md" c="dimmed" wrap="nowrap">
            <IconCircleCheck size={18} aria-hidden style={{ flex: 'none' }} />
            <Text>{own.nothingToDo}</Text>
          </Group>
        ) : (
          <ul className="rows" style={{ padding: 0 }}>
            {problems.map(({ key, link, text }) => (
              <li key={key}>
                <Group gap="sm" wrap="nowrap" align="flex-start">
                  <Text c="orange" lh={0} pt={4} aria-hidden>
                    <IconAlertTriangle size={18} />
                  </Text>
                  <div className="row-text">
                    {link}
                    <Text size="sm" c="dimmed">
                      {text}
                    </Text>
                  </div>
                </Group>
              </li>
            ))}
          </ul>
        )}
      </Paper>
    </Section>
  );
}

function useProblems({ campaigns: { paused, cancelled, sent }, figures }: AttentionProps): Problem[] {
  const texts = useTexts();
  const statusReasons = useStatusReasonTexts();
  const own = useDashboardTexts();
  const { number, share } = useFormat();
  const { data: senders = [] } = useSenders();
  const missed = cancelled.filter(({ _id }) => figures.get(_id)?.publishedAt === null);
  const reasons = useStatusReasons([...paused, ...missed].map(({ _id }) => _id));
  const reasonOf = (id: string): string | null => reasons.get(id) ?? null;
  const sentence = (reason: string): string => statusReasons[reason] ?? reason;
  return [
    ...paused.map((campaign) => {
      const reason = reasonOf(campaign._id);
      return {
        key: campaign._id,
        link: <CampaignLink campaign={campaign} />,
        text: reason === null ? own.pausedBy : sentence(reason),
      };
    }),
    // Without a reason, a member canceled the campaign.
    ...missed.flatMap((campaign) => {
      const reason = reasonOf(campaign._id);
      const link = <CampaignLink campaign={campaign} />;
      return reason === null
        ? []
        : [{ key: campaign._id, link, text: `${own.notStarted} ${sentence(reason)}` }];
    }),
    ...senders
      .filter(({ status }) => status === 'FAILING')
      .map(({ _id, name, channel }) => ({
        key: _id,
        link: (
          <Link className="row-link" to="/settings" search={{ tab: 'senders' }}>
            {`${texts.channels[channel]}: ${name}`}
          </Link>
        ),
        text: own.failingSender,
      })),
    ...sent.flatMap((campaign) => {
      const found = figures.get(campaign._id);
      const rate = found ? highRateOf(found) : null;
      if (!rate) return [];
      const text = own.rates[rate.kind](number(rate.count), share(rate.count, rate.sent));
      return [{ key: campaign._id, link: <CampaignLink campaign={campaign} />, text }];
    }),
  ];
}
