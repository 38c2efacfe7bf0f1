import { Anchor, Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TimeAgo } from '../../activity';
import { AuditActor, AuditTarget, useActionLabel } from '../../settings';
import { useRecentActions } from '../api/dashboard';
import { useDashboardTexts } from '../texts';
import { Section } from './section';

/** The last actions in the account that are of interest to colleagues. */
export function RecentActivity() {
  const own = useDashboardTexts();
  const labelOf = useActionLabel();
  const entries = useRecentActions().data ?? [];
  if (entries.length === 0) return null;
  return (
    <Section
      title={own.activity}
      beside={
        <Anchor component={Link} to="/settings?tab=audit" size="sm">
          {own.allActivity}
        </Anchor>
      }
    >
      <Paper className="pane" p={0}>
        <ul className="rows" style={{ padding: 0 }}>
          {entries.map(({ _id, action, target, actor, at }) => (
            <li key={_id}>
              <div className="row-text">
                <Text component="span">{labelOf(action)}</Text>
                <AuditTarget target={target} />
                <AuditActor actor={actor} action={action} />
              </div>
              <TimeAgo at={at} />
            </li>
          ))}
        </ul>
      </Paper>
    </Section>
  );
}
