import type { Schemas } from '@carillon/sdk';
import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { notify } from '../../../ui/action';
import { useFollowUp } from '../api/follow-up';
import { bodyOf } from '../draft/draft';
import { titleOf } from '../draft/title';
import { type Reaction, conditionsOf, followUpOf } from '../follow-up';

/** The lengths that the API takes (characters). */
const MAX = { name: 255, segment: 100 };

interface FollowUpsProps {
  campaign: Schemas['CampaignDetail'];
  report: Schemas['Report'];
}

/** Starts drafts for people by their reaction. Only campaigns that track each person have it. */
export function FollowUps({ campaign, report }: FollowUpsProps) {
  const texts = useTexts().followUps;
  const all = useTexts();
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  /** The reaction whose draft is created. */
  const [chosen, setChosen] = useState<Reaction | null>(null);
  const followUp = useFollowUp({
    done: ({ _id: campaignId }) => {
      notify(all, texts.created);
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId } });
    },
  });
  if (!mayWrite || report.engagement.mode !== 'FULL') return null;
  const begin = (reaction: Reaction): void => {
    const title = titleOf(campaign.name, all);
    const name = texts.name[reaction](title).slice(0, MAX.name);
    setChosen(reaction);
    followUp.mutate({
      segment: {
        name: texts.segment[reaction](title).slice(0, MAX.segment),
        conditions: conditionsOf(reaction, campaign._id),
      },
      draftFor: (segmentId) => bodyOf(followUpOf(campaign, name, segmentId)),
    });
  };
  return (
    <Group gap="xs">
      {(['NOT_OPENED', 'CLICKED'] as const).map((reaction) => (
        <Button
          key={reaction}
          variant="default"
          size="compact-sm"
          loading={followUp.isPending && chosen === reaction}
          disabled={followUp.isPending}
          onClick={() => begin(reaction)}
        >
          {texts.verb[reaction]}
        </Button>
      ))}
    </Group>
  );
}
