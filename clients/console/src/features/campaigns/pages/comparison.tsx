import { Alert, Button, Stack } from '@mantine/core';
import { IconScale, IconTrash } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../../texts';
import { Empty, ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { useComparison } from '../api/comparison';
import { ComparisonTable } from '../components/comparison-table';
import { COMPARED, idsIn } from '../comparison';
import { useComparisonTexts } from '../comparison-texts';

/** Campaigns side by side. Their IDs are in the URL, so that it can be shared. */
export function ComparisonPage() {
  const all = useTexts();
  const texts = useComparisonTexts();
  const ids = idsIn(useSearch({ from: '/campaigns/compare' }).ids ?? '');
  const { campaigns, error, retry } = useComparison(ids);
  const deleted = campaigns ? ids.length - campaigns.length : 0;
  return (
    <>
      <PageHead title={texts.title} above={<WayBack to="/campaigns">{all.campaigns.title}</WayBack>} />
      <Stack gap="md">
        {deleted > 0 && (
          <Alert color="orange" icon={<IconTrash aria-hidden />}>
            {texts.deleted(deleted)}
          </Alert>
        )}
        {!campaigns ? (
          error ? (
            <ErrorNote error={error} retry={retry} />
          ) : (
            <Loading />
          )
        ) : campaigns.length < COMPARED.least ? (
          <Empty
            icon={<IconScale size={44} stroke={1.4} />}
            title={texts.fewTitle}
            action={
              <Button component={Link} to="/campaigns">
                {texts.toList}
              </Button>
            }
          >
            {texts.few}
          </Empty>
        ) : (
          <ComparisonTable campaigns={campaigns} />
        )}
      </Stack>
    </>
  );
}
