import { Alert } from '@mantine/core';
import { useTexts } from '../../../texts';
import type { Preview } from '../api/preview';

/** The warnings of the preview: unsupported template syntax, and parts that Gmail doesn't show. */
export function PreviewWarnings({ warnings }: { warnings: Preview['warnings'] }) {
  const texts = useTexts();
  const sources = warnings.flatMap(({ source }) => (source === null ? [] : [source]));
  return (
    <>
      {sources.length > 0 && (
        <Alert color="yellow" mb="md" py="xs">
          {texts.mailPreview.notUnderstood(sources.join(', '))}
        </Alert>
      )}
      {warnings.some(({ code }) => code === 'GMAIL_CLIPS') && (
        <Alert color="yellow" mb="md" py="xs">
          {texts.mailPreview.clipped}
        </Alert>
      )}
    </>
  );
}
