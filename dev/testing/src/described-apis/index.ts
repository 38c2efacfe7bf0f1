export { DescribedApi } from './described-api';
export { recordExchanges } from './record-exchanges';
