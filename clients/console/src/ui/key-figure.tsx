import { Text } from '@mantine/core';

interface KeyFigureProps {
  label: string;
  value: string;
  /** The rate, and what it refers to. Null: there is none. */
  note: string | null;
  /** What the number counts. */
  hint?: string;
}

/** A number with its label, as an entry of a description list. */
export function KeyFigure({ label, value, note, hint }: KeyFigureProps) {
  return (
    <div title={hint}>
      <Text size="sm" c="dimmed" component="dt">
        {label}
      </Text>
      <Text fz={22} fw={600} lh={1.3} component="dd" m={0}>
        {value}
      </Text>
      {note !== null && (
        <Text size="xs" c="dimmed" component="dd" m={0}>
          {note}
        </Text>
      )}
    </div>
  );
}
