import type { Schemas } from '@carillon/sdk';
import { Group, Text, Tooltip } from '@mantine/core';
import { useFormat, useTexts } from '../texts';

type State = Schemas['DeliveryState'];
type Counts = Schemas['CountsByState'];

/** From best to worst, in the order of the bar. */
export const states: readonly State[] = [
  ...(['READ', 'DELIVERED', 'SENT', 'QUEUED'] as const),
  ...(['UNCONFIRMED', 'SKIPPED', 'CANCELLED', 'FAILED', 'BOUNCED', 'COMPLAINED'] as const),
];

const colors: Readonly<Record<State, string>> = {
  READ: 'var(--mantine-color-teal-7)',
  DELIVERED: 'var(--mantine-color-teal-5)',
  SENT: 'var(--mantine-color-bell-5)',
  QUEUED: 'light-dark(var(--mantine-color-gray-3), var(--mantine-color-dark-4))',
  UNCONFIRMED: 'var(--mantine-color-yellow-5)',
  SKIPPED: 'var(--mantine-color-gray-5)',
  CANCELLED: 'var(--mantine-color-gray-6)',
  FAILED: 'var(--mantine-color-red-6)',
  BOUNCED: 'var(--mantine-color-orange-6)',
  COMPLAINED: 'var(--mantine-color-pink-7)',
};

/** The numbers of each state as one bar, with a text alternative. */
export function StateBar({ counts, label }: { counts: Counts; label: string }) {
  const texts = useTexts();
  const { number } = useFormat();
  const present = states.filter((state) => counts[state] > 0);
  const amounts = present.map((state) => `${texts.states[state]} ${number(counts[state])}`).join(', ');
  return (
    <div className="states" role="img" aria-label={`${label}: ${amounts || texts.none}`}>
      {present.map((state) => (
        <span key={state} style={{ flexGrow: counts[state], background: colors[state] }} />
      ))}
    </div>
  );
}

export function StateLegend({ counts }: { counts: Counts }) {
  const texts = useTexts();
  const { number } = useFormat();
  return (
    <Group gap="md" className="numbers">
      {states
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <Tooltip key={state} label={texts.stateHints[state]}>
            <Group gap={6}>
              <Dot state={state} />
              <Text size="sm">{texts.states[state]}</Text>
              <Text size="sm" fw={600}>
                {number(counts[state])}
              </Text>
            </Group>
          </Tooltip>
        ))}
    </Group>
  );
}

export function Dot({ state }: { state: State }) {
  return (
    <span
      aria-hidden
      style={{ width: 10, height: 10, borderRadius: 5, background: colors[state], display: 'inline-block' }}
    />
  );
}
