import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import type { ChannelProps } from './channel-props';
import { InsertPlaceholder } from './insert-placeholder';

interface MessageTextProps extends Pick<ChannelProps, 'isReadOnly' | 'placeholders'> {
  id: string;
  label: string;
  description: string;
  value: string;
  onChange: (text: string) => void;
}

/** The text of a short message, and a menu that inserts placeholders. */
export function MessageText({ isReadOnly, placeholders, onChange, ...field }: MessageTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Textarea
        {...field}
        ref={area}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={4_096}
        autosize
        minRows={7}
        maxRows={18}
      />
      {!isReadOnly && <InsertPlaceholder field={area} placeholders={placeholders} onChange={onChange} />}
    </>
  );
}
