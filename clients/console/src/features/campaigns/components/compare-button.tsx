import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { COMPARED } from '../comparison';
import { useComparisonTexts } from '../comparison-texts';

/** Opens the comparison of these campaigns. */
export function CompareButton({ ids }: { ids: readonly string[] }) {
  const texts = useComparisonTexts();
  const navigate = useNavigate();
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconScale size={14} aria-hidden />}
      disabled={ids.length < COMPARED.least || ids.length > COMPARED.most}
      title={texts.limits}
      onClick={() => void navigate({ to: '/campaigns/compare', search: { ids: ids.join(',') } })}
    >
      {texts.compare}
    </Button>
  );
}
