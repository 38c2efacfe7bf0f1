import type { Schemas } from '@carillon/sdk';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat, useTexts } from '../../../../texts';
import { usePersonTexts } from '../../person-texts';
import { asText } from '../../extra-data';
import { ListingPane } from '../../../../ui/page';
import { ChannelIcon } from '../../../../ui/states';
import { Dot } from '../../../../ui/state-bar';
import { useReason } from '../../../../ui/reason';
import { useCampaignNames } from '../../api/person';
import { Section } from './section';

type Delivery = Schemas['PersonalData']['deliveries'][number];

/** How many deliveries are shown at first, and added with each request for more. */
const STEP = 20;

/** The person's deliveries of all campaigns and channels, newest first. */
export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const texts = useTexts();
  const person = usePersonTexts();
  const { time } = useFormat();
  const reason = useReason();
  const [most, setMost] = useState(STEP);
  const sorted = deliveries.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const shown = sorted.slice(0, most);
  const nameOf = useCampaignNames(shown.map(({ campaign }) => campaign));
  if (shown.length === 0)
    return (
      <Section title={person.deliveries}>
        <Text c="dimmed">{person.noDeliveries}</Text>
      </Section>
    );
  return (
    <Section title={person.deliveries}>
      <Stack gap="sm">
        <ListingPane
          minWidth={680}
          heads={[person.campaign, texts.report.state, person.frozen, texts.report.time]}
        >
          {shown.map((each) => (
            <Table.Tr key={each._id}>
              <Table.Td>
                <Group gap={8} wrap="nowrap">
                  <ChannelIcon channel={each.channel} />
                  <Link
                    className="row-link"
                    to="/campaigns/$campaignId/report"
                    params={{ campaignId: each.campaign }}
                  >
                    {nameOf(each.campaign) ?? (nameOf(each.campaign) === null ? person.goneCampaign : '…')}
                  </Link>
                </Group>
              </Table.Td>
              <Table.Td>
                <Group gap={6} wrap="nowrap">
                  <Dot state={each.state} />
                  {texts.states[each.state]}
                </Group>
                {each.reason !== null && (
                  <Text size="xs" c="dimmed">
                    {reason(each.reason)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed" lineClamp={2}>
                  {Object.entries(each.extraData)
                    .map(([key, value]) => `${key}: ${asText(value)}`)
                    .join(', ')}
                </Text>
              </Table.Td>
              <Table.Td>{time(each.updatedAt)}</Table.Td>
            </Table.Tr>
          ))}
        </ListingPane>
        {sorted.length > most && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setMost(most + STEP)}>
              {person.more(Math.min(STEP, sorted.length - most))}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
