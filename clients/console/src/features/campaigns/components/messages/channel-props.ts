import type { Placeholder } from '../../../content';
import type { Preview } from '../../api/preview';
import type { Draft } from '../../draft/draft';

/** The properties of the editor of each channel. */
export interface ChannelProps {
  draft: Draft;
  preview: Preview | null;
  isReadOnly: boolean;
  change: (changed: Partial<Draft>) => void;
  placeholders: Placeholder[];
  /** Whether these are the texts for people who read another language. */
  isTranslation: boolean;
}
