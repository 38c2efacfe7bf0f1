import { type Variables, translationFor } from '@carillon/content';
import { AppError, type CampaignContent } from '@carillon/contracts';

/**
 * The language of the translation to show. `chosen` null: the texts for everyone; absent: those for a person with this
 * data. @throws AppError validation_failed if there is no such translation
 */
export function chosenTranslation(
  content: CampaignContent,
  variables: Variables,
  chosen: string | null | undefined,
): string | null {
  if (chosen === undefined) return translationFor(content, variables);
  if (chosen === null || content.translations?.[chosen]) return chosen;
  const detail = `The campaign has no translation ${chosen}`;
  throw new AppError('validation_failed', detail, [{ field: 'translation', code: 'not_found', detail }]);
}
