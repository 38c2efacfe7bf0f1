import type { Schemas } from '@carillon/sdk';
import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useFormat, useLanguage, useTexts } from '../../../texts';
import { useReasonTexts } from '../../../texts/reasons';
import { useExplanationTexts } from '../texts';
import { languageName } from '../../../ui/language-names';
import { ErrorNote, Loading } from '../../../ui/page';
import { ChannelIcon } from '../../../ui/states';
import { Dot } from '../../../ui/state-bar';
import { useReason } from '../../../ui/reason';
import { useReading } from '../../segments';
import { useExplanation } from '../api/explanation';
import { type Line, outlineOf } from '../outline';

/** Why the person with this address got the campaign, or did not. */
export function Explanation({ campaignId, identifier }: { campaignId: string; identifier: string }) {
  const found = useExplanation(campaignId, identifier);
  if (found.isLoadingError) return <ErrorNote error={found.error} retry={() => void found.refetch()} />;
  return found.data ? <Decision explanation={found.data} /> : <Loading lines={3} />;
}

function Decision({ explanation }: { explanation: Schemas['Explanation'] }) {
  const texts = useTexts();
  const explain = useExplanationTexts();
  const { suppressions } = useReasonTexts();
  const { time } = useFormat();
  const { language } = useLanguage();
  const labelOf = useReason();
  const read = useReading();
  const lines = outlineOf(explanation, {
    texts: { explain, suppressions, channels: texts.channels },
    time,
    read,
  });
  const { result, asOf, plannedAt, deliveries } = explanation;
  return (
    <Stack gap="sm">
      <Alert color="blue" title={explain.results[result]}>
        <Text size="sm">{explain.asOf(time(plannedAt ?? asOf))}</Text>
      </Alert>
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {lines.map((line, index) => (
          <OutlineRow key={index} line={line} />
        ))}
        {deliveries.map(({ _id, channel, identifier, state, reason, translation, earlierSenders }) => (
          <Group key={_id} component="li" gap={8} wrap="nowrap">
            <Group gap={8} wrap="nowrap" style={{ flexShrink: 0 }}>
              <ChannelIcon channel={channel} />
              <Dot state={state} />
            </Group>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {[
                identifier,
                translation !== null && languageName(translation, language),
                texts.states[state],
                reason !== null && labelOf(reason),
                ...earlierSenders.map((earlier) => explain.refusedBefore(labelOf(earlier.reason))),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}

function OutlineRow({ line: { text, depth, outcome, mayHaveChanged } }: { line: Line }) {
  const texts = useExplanationTexts();
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-start" pl={depth * 16}>
      {outcome !== undefined && <OutcomeIcon outcome={outcome} />}
      <Text size="sm" fw={depth === 0 ? 550 : 400} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {mayHaveChanged && (
        <Badge variant="light" color="gray" tt="none" radius="sm" style={{ flexShrink: 0 }}>
          {texts.mayHaveChanged}
        </Badge>
      )}
    </Group>
  );
}

function OutcomeIcon({ outcome }: { outcome: boolean | null }) {
  const texts = useExplanationTexts();
  const [Icon, label, color] =
    outcome === null
      ? ([IconQuestionMark, texts.unknown, 'gray'] as const)
      : outcome
        ? ([IconCheck, texts.applies, 'teal'] as const)
        : ([IconX, texts.doesNotApply, 'gray'] as const);
  return (
    <Icon
      size={16}
      role="img"
      aria-label={label}
      style={{ flexShrink: 0, marginTop: 3 }}
      color={`var(--mantine-color-${color}-6)`}
    />
  );
}
