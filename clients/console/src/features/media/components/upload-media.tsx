import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMediaLibraryTexts } from '../texts';

interface UploadMediaProps {
  isBusy: boolean;
  onChoose: (files: File[]) => void;
  variant?: 'filled' | 'default';
}

/** The types that the file dialog offers. The API detects the type of a file by its content. */
const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp,.pdf,.docx,.xlsx,.pptx,.mp3,.mp4';

/** The button that uploads images and files. */
export function UploadMedia({ isBusy, onChoose, variant = 'filled' }: UploadMediaProps) {
  const texts = useMediaLibraryTexts();
  return (
    <FileButton multiple accept={ACCEPTED} onChange={onChoose} inputProps={{ 'aria-label': texts.upload }}>
      {(props) => (
        <Button {...props} variant={variant} loading={isBusy} leftSection={<IconUpload size={16} />}>
          {texts.upload}
        </Button>
      )}
    </FileButton>
  );
}
