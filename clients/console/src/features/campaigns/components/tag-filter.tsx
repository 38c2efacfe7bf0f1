import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../texts';

interface TagFilterProps {
  tag: string | undefined;
  names: readonly string[];
}

/** Limits the list to the campaigns with a tag. */
export default function TagFilter({ tag, names }: TagFilterProps) {
  const texts = useTexts();
  const navigate = useNavigate({ from: '/campaigns' });
  const known = names.find((name) => name.toLowerCase() === tag?.toLowerCase());
  return (
    <Select
      aria-label={texts.tags.filter}
      placeholder={texts.tags.filter}
      data={known === undefined && tag !== undefined ? [tag, ...names] : names}
      value={known ?? tag ?? null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.tags.all }}
      w={{ base: '100%', sm: 180 }}
      onChange={(chosen) =>
        void navigate({ search: (before) => ({ ...before, tag: chosen ?? undefined }), replace: true })
      }
    />
  );
}
