export { useReport } from './api/report';
export { ExportMenu } from './components/export-menu';
export { Retry } from './components/lazy-retry';
export { CampaignReport } from './components/report';
export { resultsOf } from './figures';
export { retryableOf } from './retry-choice';
export { useReportTexts } from './texts';
