import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { useReasonTexts } from '../../../texts/reasons';
import { notify } from '../../../ui/action';
import { saveCsv } from '../../../ui/csv-download';
import { useExportReport } from '../api/report';
import { useReportTexts } from '../texts';

/** Saves the report as a file, or prints it. */
export function ExportMenu({ campaignId }: { campaignId: string }) {
  const all = useTexts();
  const { reasons } = useReasonTexts();
  const { devices, export: texts } = useReportTexts();
  const save = useExportReport({
    done: async (response) => {
      await saveCsv(response, `report-${campaignId}.csv`, {
        section: texts.sections,
        channel: all.channels,
        item: { ...reasons, ...devices.names },
        measure: { ...all.states, ...texts.measures },
      });
      notify(all, texts.done);
    },
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={save.isPending}
        >
          {texts.menu}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={16} aria-hidden />}
          onClick={() => save.mutate(campaignId)}
        >
          {texts.csv}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
          {texts.print}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
