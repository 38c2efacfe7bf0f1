import type { Schemas } from '@carillon/sdk';
import { Button, Collapse, Stack } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useReportTexts } from '../texts';
import { StateLegend } from '../../../ui/state-bar';
import { addressedStates } from '../figures';
import { Sends } from './sends';

type Report = Schemas['Report'];

/** What few readers need: the exact states, and the speed. It is read only when it is opened. */
export function Details({ campaignId, report }: { campaignId: string; report: Report }) {
  const { results } = useReportTexts();
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  if (report.total === 0) return null;
  return (
    <section>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {results.details}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && (
          <Stack gap="md" mt="sm">
            <StateLegend counts={addressedStates(report)} />
            <Sends campaignId={campaignId} report={report} />
          </Stack>
        )}
      </Collapse>
    </section>
  );
}
