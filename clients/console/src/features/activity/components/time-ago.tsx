import { Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useFormat } from '../../../texts';
import { spanSince } from '../time-span';

/** How often the text follows the clock (milliseconds). */
const TICK_MS = 30_000;

/** How long ago a time is, with the exact time in the title. A time of another month is a date. */
export function TimeAgo({ at }: { at: string }) {
  const { locale, day, time } = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const format = useMemo(
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
    [locale],
  );
  const span = spanSince(Date.parse(at), now);
  return (
    <Text size="xs" c="dimmed" component="time" dateTime={at} title={time(at)} style={{ flexShrink: 0 }}>
      {span ? format.format(-span.count, span.unit) : day(at)}
    </Text>
  );
}
