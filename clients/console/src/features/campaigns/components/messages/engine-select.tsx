import { Code, NativeSelect, Stack, Text } from '@mantine/core';
import { useCampaignTexts } from '../../texts';
import type { Draft } from '../../draft/draft';

const engines = ['simple', 'liquid'] as const;

interface EngineSelectProps {
  draft: Draft;
  isReadOnly: boolean;
  change: (changed: Partial<Draft>) => void;
}

/** The language of all texts of a campaign, with an example. */
export function EngineSelect({ draft: { engine }, isReadOnly, change }: EngineSelectProps) {
  const { engines: texts } = useCampaignTexts();
  return (
    <Stack gap={4}>
      <NativeSelect
        id="campaign-engine"
        label={texts.label}
        description={texts.hints[engine]}
        value={engine}
        disabled={isReadOnly}
        data={engines.map((value) => ({ value, label: texts.names[value] }))}
        onChange={(event) => change({ engine: event.currentTarget.value === 'liquid' ? 'liquid' : 'simple' })}
      />
      <Text size="xs" c="dimmed">
        {texts.example} <Code>{texts.examples[engine]}</Code>
      </Text>
    </Stack>
  );
}
