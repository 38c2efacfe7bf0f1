import type { ComponentProps } from 'react';
import { NameDialog } from '../../../ui/name-dialog';
import { MAX_NAME } from '../api/templates';
import { useTemplateTexts } from '../texts';

type TemplateNameDialogProps = Omit<ComponentProps<typeof NameDialog>, 'label' | 'maxLength'>;

/** Asks for the name of a template, and saves it. */
export function TemplateNameDialog(props: TemplateNameDialogProps) {
  const texts = useTemplateTexts();
  return <NameDialog {...props} label={texts.name} maxLength={MAX_NAME} />;
}
