import { Alert, List, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../texts';
import { useImportTexts } from '../import-texts';
import { usePeopleTexts } from '../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { isEnded, useImport, useRejected } from '../api/imports';
import { Misfits } from './import-misfits';
import { ReasonTable } from './import-reasons';

/** What an import would do, according to a dry run. */
export function ImportTrial({ importId, shift }: { importId: string; shift: number }) {
  const imports = useImportTexts();
  const { group } = usePeopleTexts();
  const { number } = useFormat();
  const trial = useImport(importId);
  if (trial.isLoadingError) return <ErrorNote error={trial.error} retry={() => void trial.refetch()} />;
  if (!trial.data || !isEnded(trial.data)) return <Loading lines={2} />;
  const { created, updated, skipped, rejected, suppressed, misfits } = trial.data;
  const figures = [
    [imports.wouldAdd, created],
    [imports.wouldChange, updated],
    [imports.wouldKeep, skipped],
    [group.rejected, rejected],
    ...(suppressed > 0 ? [[imports.suppressed, suppressed] as const] : []),
  ] as const;
  return (
    <Stack gap="sm" role="status">
      <Alert color="blue" title={imports.trialDone}>
        <List size="sm">
          {figures.map(([label, count]) => (
            <List.Item key={label}>
              {label}: {number(count)}
            </List.Item>
          ))}
        </List>
        <Text size="sm" mt="xs">
          {imports.trialHint}
        </Text>
      </Alert>
      <Misfits misfits={misfits} />
      {rejected > 0 && <TrialReasons importId={importId} shift={shift} />}
    </Stack>
  );
}

function TrialReasons({ importId, shift }: { importId: string; shift: number }) {
  const rejected = useRejected(importId);
  if (rejected.isLoadingError) return <ErrorNote error={rejected.error} />;
  if (!rejected.data) return <Loading lines={2} />;
  return <ReasonTable rejected={rejected.data.byReason} shift={shift} />;
}
