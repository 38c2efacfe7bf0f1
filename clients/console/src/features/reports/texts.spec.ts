import { waitingReasons } from '@carillon/contracts';
import { reasonTexts } from '../../texts/reasons';
import { reportTexts } from './texts';

const catalogs = [
  { ...reasonTexts.en, ...reportTexts.en },
  { ...reasonTexts.de, ...reportTexts.de },
];

describe('a reason why a message was not sent', () => {
  it.each(waitingReasons)('is described, with the next steps: %s', (reason) => {
    for (const texts of catalogs) {
      expect(texts.reasons[reason]).toMatch(/\w/);
      expect(texts.reportPage.advice[reason]).toMatch(/\.$/);
    }
  });

  it('has no text without a reason', () => {
    const known: readonly string[] = waitingReasons;
    for (const { reasons, reportPage } of catalogs) {
      expect(Object.keys(reasons).filter((reason) => !known.includes(reason))).toEqual([]);
      expect(Object.keys(reportPage.advice).filter((reason) => !known.includes(reason))).toEqual([]);
    }
  });
});
