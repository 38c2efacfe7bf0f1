import { Anchor, Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../texts';
import type { Figures, ListedCampaign } from '../../campaigns';
import { useDashboardTexts } from '../texts';
import { CampaignLink } from './campaign-link';
import { Section } from './section';

interface RecentProps {
  campaigns: readonly ListedCampaign[];
  figures: ReadonlyMap<string, Figures>;
}

/** The campaigns that were sent last, with the shares of people who opened and clicked. */
export function Recent({ campaigns, figures }: RecentProps) {
  const own = useDashboardTexts();
  if (campaigns.length === 0) return null;
  return (
    <Section
      title={own.recent}
      beside={
        <Anchor component={Link} to="/campaigns" size="sm">
          {own.allCampaigns}
        </Anchor>
      }
    >
      <Paper className="pane" p={0}>
        <ul className="rows" style={{ padding: 0 }}>
          {campaigns.map((campaign) => (
            <li key={campaign._id}>
              <div className="row-text">
                <CampaignLink campaign={campaign} />
              </div>
              <Facts of={figures.get(campaign._id)} />
            </li>
          ))}
        </ul>
      </Paper>
    </Section>
  );
}

function Facts({ of }: { of: Figures | undefined }) {
  const own = useDashboardTexts();
  const { number, share, day } = useFormat();
  if (!of) return null;
  const { sent, opens, clicks, emails, publishedAt } = of;
  const facts = [
    own.sentTo(number(sent)),
    ...(opens === null || emails === 0 ? [] : [own.opened(share(opens, emails))]),
    ...(clicks === null || emails === 0 ? [] : [own.clicked(share(clicks, emails))]),
    ...(publishedAt === null ? [] : [day(publishedAt)]),
  ];
  return (
    <Text size="sm" c="dimmed" className="numbers">
      {facts.join(' · ')}
    </Text>
  );
}
